import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** The gate refuses an address after this many wrong codes. */
const WRONG = 60;

let app: TestApp | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
});

const validate = async (code: string, forwarded: string) =>
  (
    await call<{ success: boolean }>(app!, 'POST /gate/validate-code', {
      headers: { 'x-forwarded-for': forwarded },
      body: { code, sessionId: randomUUID() },
    })
  ).body.success;

/** @returns whether an address of its own is still let in after others spent their attempts */
async function isLetInAfter(forwarded: (n: number) => string, last: string): Promise<boolean> {
  for (let n = 0; n < WRONG; n += 1) await validate('AAAA-9999', forwarded(n));
  return validate('DEMO-2026', last);
}

const spoofed = (n: number) => `198.51.100.${n}`;

it.each(['0', '192.0.2.7', '192.0.2.0/24, 2001:db8::/32'])(
  'a caller that is no proxy of TRUSTED_PROXIES=%s cannot choose its address',
  async (TRUSTED_PROXIES) => {
    app = await startApp({ env: { TRUSTED_PROXIES } });
    expect(await isLetInAfter(spoofed, '198.51.100.200')).toBe(false);
  },
);

it.each(['127.0.0.1', '10.0.0.0/8,127.0.0.0/8', '::ffff:7f00:1', '1'])(
  'each caller behind the proxy of TRUSTED_PROXIES=%s has an address of its own',
  async (TRUSTED_PROXIES) => {
    app = await startApp({ env: { TRUSTED_PROXIES } });
    expect(await isLetInAfter(() => '203.0.113.9', '203.0.113.10')).toBe(true);
    expect(await validate('DEMO-2026', '203.0.113.9')).toBe(false);
  },
);

it.each(['127.0.0.1', '1'])(
  'a caller behind the proxy of TRUSTED_PROXIES=%s cannot choose its address',
  async (TRUSTED_PROXIES) => {
    app = await startApp({ env: { TRUSTED_PROXIES } });
    const chain = (n: number) => `${spoofed(n)}, 203.0.113.9`;
    expect(await isLetInAfter(chain, `${spoofed(200)}, 203.0.113.9`)).toBe(false);
  },
);

it('the nodes of docker-compose.yml trust the address of its proxy and no other', () => {
  const text = readFileSync(join(__dirname, '../../../docker-compose.yml'), 'utf8');
  const [, trusted] = /TRUSTED_PROXIES: (.+)/.exec(text) ?? [];
  const [, proxy] = /ipv4_address: (.+)/.exec(text) ?? [];
  expect(trusted).toMatch(/^[0-9.]+$/);
  expect(trusted).toBe(proxy);
});
