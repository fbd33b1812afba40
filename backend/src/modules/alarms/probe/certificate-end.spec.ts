import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../../../test/support/push-certificate.js';
import { certificateEnd } from './probe.js';

const LONG_MS = 60_000;

it('reads the end of a certificate that nobody has signed', async () => {
  const server = createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const host of ['localhost', '127.0.0.1']) {
    const end = await certificateEnd(`https://${host}:${port}`, LONG_MS);
    expect(end?.toISOString()).toBe('2126-10-29T15:11:47.000Z');
  }
  server.close();
});

it('reads none without TLS, from a server that is silent, and from none at all', async () => {
  expect(await certificateEnd('http://localhost', LONG_MS)).toBeUndefined();
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const address = `https://127.0.0.1:${port}`;
  expect(await certificateEnd(address, 50)).toBeUndefined();
  silent.close();
  await once(silent, 'close');
  expect(await certificateEnd(address, LONG_MS)).toBeUndefined();
});
