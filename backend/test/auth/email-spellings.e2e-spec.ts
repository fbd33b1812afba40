import type { SignedIn } from '../../src/contract/http.js';
import { AccountsService } from '../../src/modules/auth/accounts.service.js';
import { call, signIn } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';
import { stopDate } from '../support/step-date.js';

/** Chromium sends the ASCII spelling of an e-mail field's domain, and Firefox the typed one. */

const UNICODE = 'anna@räksmörgås.se';
const ASCII = 'anna@xn--rksmrgs-5wao1o.se';
const PASSWORD = 'hemligt';
const OTHER_PASSWORD = 'annat hemligt';

let app: TestApp;

beforeEach(async () => {
  app = await freshApp();
});

afterEach(() => jest.restoreAllMocks());

const signUp = (email: string, password = PASSWORD) =>
  call<SignedIn>(app, 'POST /auth/sign-up', { body: { email, password } });
const enter = (email: string, password = PASSWORD, cookie = '') =>
  call<SignedIn>(app, 'POST /auth/sign-in', { body: { email, password }, headers: { cookie } });
const rename = (from: string, to: string) =>
  app.database.query('update users set email = $2 where email = $1', [from, to]);

it('a domain has one account in all its spellings, shown as people read it', async () => {
  const made = await signUp(ASCII);
  expect([made.status, made.body.user.email]).toEqual([201, UNICODE]);
  for (const email of [UNICODE, ASCII, UNICODE.normalize('NFD'), UNICODE.toUpperCase()]) {
    expect((await enter(email)).status).toBe(200);
    expect((await signUp(email)).status).toBe(409);
  }
});

describe.each([
  [UNICODE, ASCII],
  [ASCII, UNICODE],
])('an account saved as %s before', (saved, other) => {
  beforeEach(async () => {
    await signUp('anna@before.example');
    await rename('anna@before.example', saved);
  });

  it('is found by both spellings, for its user and for whoever helps', async () => {
    const admin = await signIn(app, 'admin');
    for (const email of [saved, other]) {
      expect((await enter(email)).body.user.email).toBe(saved);
      expect((await signUp(email, OTHER_PASSWORD)).status).toBe(409);
      expect(await app.app.get(AccountsService).grantAdmin(email)).toBe('password_too_short');
      const link = { token: admin.token, body: { email } };
      expect((await call(app, 'POST /admin/reset-links', link)).status).toBe(201);
    }
  });

  it('stays beside a second one of the other spelling', async () => {
    await signUp('anna@second.example', OTHER_PASSWORD);
    await rename('anna@second.example', other);
    expect((await enter(saved)).body.user.email).toBe(saved);
    expect((await enter(other, OTHER_PASSWORD)).body.user.email).toBe(other);
    expect((await enter(other)).status).toBe(401);
  });
});

it('guesses count alike for every spelling, and so does a browser that is known', async () => {
  stopDate();
  const cookie = (await signUp(UNICODE)).headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .find((one) => one?.startsWith('resq_known='));
  for (const email of [ASCII, UNICODE, ASCII, UNICODE, ASCII]) await enter(email, 'fel-lösenord');
  expect((await enter(UNICODE)).status).toBe(429);
  expect((await enter(ASCII)).status).toBe(429);
  expect((await enter(ASCII, PASSWORD, cookie)).status).toBe(200);
});

it('a domain in plain ASCII stays as it is typed', async () => {
  // A URL would read this as an address of a network.
  const email = 'anna@1.2';
  expect((await signUp(email)).body.user.email).toBe(email);
});

it('a long password is counted in composed letters', async () => {
  await signUp('anna@before.example', 'å'.repeat(14).normalize('NFD'));
  const accounts = app.app.get(AccountsService);
  expect(await accounts.grantAdmin('anna@before.example')).toBe('password_too_short');
});
