import { randomUUID } from 'node:crypto';
import { Passwords } from '../../src/modules/auth/passwords/passwords.js';
import { call, signIn } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { stopDate } from '../support/step-date.js';

/** Sign-ups have a limit of their own, which keeps nobody from signing in. */

let app: TestApp;

beforeEach(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '1' } });
});

afterEach(async () => {
  jest.restoreAllMocks();
  await app.close();
});

/** After a 503, which `call` repeats, the account may have been saved all the same. */
const LET_IN = [201, 409];

const signUp = (email = `${randomUUID()}@resq.example`, address = '192.0.2.1') =>
  call(app, 'POST /auth/sign-up', {
    body: { email, password: 'hemligt' },
    headers: { 'x-forwarded-for': address },
  });

const hashFast = () =>
  jest.spyOn(app.app.get(Passwords), 'hashForSignUp').mockResolvedValue('a hash');

async function signUps(count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await signUp()).status);
  return statuses;
}

it('a hundred people behind one address sign up within an hour, the others with delays', async () => {
  hashFast();
  const step = stopDate();
  for (const status of await signUps(100)) expect(LET_IN).toContain(status);
  const refused = await signUp();
  expect([refused.status, refused.body.error.code]).toEqual([429, 'auth.too_many_attempts']);
  expect((await signUp(undefined, '198.51.100.1')).status).toBe(201);
  for (let n = 0; n < 50; n += 1) {
    step(60_000);
    expect(LET_IN).toContain((await signUp()).status);
  }
});

it('all sign-ups have one place in the queue of hashes, and a sign-in its account’s', async () => {
  const waits = jest.spyOn(app.app.get(Passwords), 'run');
  await signUp(undefined, '2001:db8::1');
  await signUp(undefined, '192.0.2.1');
  await call(app, 'POST /auth/sign-in', {
    body: { email: 'Anna@resq.example', password: 'fel-lösenord' },
  });
  const [first, second, signIn] = waits.mock.calls.map(([, by]) => by);
  expect(second).toBe(first);
  expect(signIn).toBe('anna@resq.example');
});

it('a sign-up that fails because the server is busy does not count', async () => {
  const hash = hashFast().mockRejectedValue(new Error('broken'));
  expect(new Set(await signUps(110))).toEqual(new Set([500]));
  hash.mockResolvedValue('a hash');
  expect((await signUp()).status).toBe(201);
});

it('asking for accounts that exist is limited too, and keeps nobody from signing in', async () => {
  hashFast();
  for (let n = 0; n < 100; n += 1) {
    expect((await signUp('anna@resq.example')).status).toBe(409);
  }
  expect((await signUp('anna@resq.example')).status).toBe(429);
  const anna = await signIn(app, 'anna', { 'x-forwarded-for': '192.0.2.1' });
  expect(anna.token).toBeTruthy();
});
