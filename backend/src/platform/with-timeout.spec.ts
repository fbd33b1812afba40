import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { withTimeout } from './with-timeout.js';

const ECHO_SERVER = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer((socket) => socket.pipe(socket));
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

it('returns what the work returns', async () => {
  expect(await withTimeout(1_000, Promise.resolve('done'))).toBe('done');
});

it('throws what the work throws', async () => {
  await expect(withTimeout(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('throws an outage when the work takes longer', async () => {
  const never = new Promise(() => undefined);
  await expect(withTimeout(5, never)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

it('accepts an answer that arrived while the process was too busy to read it', async () => {
  const server = new Worker(ECHO_SERVER, { eval: true });
  const [port] = (await once(server, 'message')) as [number];
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('ping');
  const within = withTimeout(5, once(socket, 'data'));
  const busyUntil = performance.now() + 200;
  while (performance.now() < busyUntil);
  expect(String((await within)[0])).toBe('ping');
  socket.destroy();
  await server.terminate();
});
