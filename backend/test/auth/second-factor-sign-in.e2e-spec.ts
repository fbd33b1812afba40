import type { CreatedResetLink } from '../../src/contract/http.js';
import { Passwords } from '../../src/modules/auth/passwords/passwords.js';
import { call } from '../support/client.js';
import { cookiesOf, OWN_PASSWORD } from '../support/second-factor-calls.js';
import { codeOf, useSecondFactors, WRONG } from '../support/second-factors.js';
import { ORIGIN } from '../support/start-app.js';
import { stopDate } from '../support/step-date.js';

const running = useSecondFactors();
const { auditOf, challenge, code, enter, finish, status, withSecondFactor } = running;

const ENDED = [401, 'auth.challenge_ended'];

describe('signing in with two steps', () => {
  it('asks for a code after the right password, and starts no session before it', async () => {
    const { email, secret, userId } = await withSecondFactor();
    const sessions = () =>
      running.app.database.query<object[]>('select 1 from auth_sessions where user_id = $1', [
        userId,
      ]);
    const before = (await sessions()).length;
    const answer = await enter(email);
    expect([...codeOf(answer), answer.body.error.message]).toEqual([
      401,
      'auth.second_factor_required',
      'Ange en kod för att logga in.',
    ]);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^resq_challenge=[\w-]{43}; Max-Age=300; Path=\/; Expires=.*; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(await sessions()).toHaveLength(before);
    const done = await finish({ cookie: cookiesOf(answer) }, code(secret));
    expect(done.status).toBe(200);
    expect(done.body.user).toEqual({ id: userId, email, roles: [] });
    expect(cookiesOf(done)).toMatch(/^resq_challenge=; resq_rt=[\w-]{43}; resq_known=/);
    const { status: me } = await call(running.app, 'GET /auth/me', {
      token: done.body.accessToken,
    });
    expect(me).toBe(200);
  });

  it('answers a wrong password as for any account', async () => {
    const { email } = await withSecondFactor();
    const [known, unknown] = [
      await enter(email, 'fel-lösenord'),
      await enter('nobody@resq.example', 'fel-lösenord'),
    ];
    for (const answer of [known, unknown]) {
      expect(codeOf(answer)).toEqual([401, 'auth.invalid_credentials']);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it.each([
    ['previous', -1, true],
    ['present', 0, true],
    ['next', 1, true],
    ['one before the previous', -2, false],
    ['one after the next', 2, false],
  ])('accepts the %s code: %i → %s', async (_which, step, isRight) => {
    const { email, secret } = await withSecondFactor();
    running.app.clock.step(90_000);
    const answer = await finish(await challenge(email), code(secret, step));
    expect(answer.status).toBe(isRight ? 200 : 403);
  });

  it('accepts a code once, and no older one after it', async () => {
    const { email, secret } = await withSecondFactor();
    running.app.clock.step(60_000);
    const used = code(secret);
    expect((await finish(await challenge(email), used)).status).toBe(200);
    const again = await challenge(email);
    for (const old of [used, code(secret, -1)]) {
      expect(codeOf(await finish(again, old))).toEqual(WRONG);
    }
    expect((await finish(again, code(secret, 1))).status).toBe(200);
  });

  it('accepts a code once even when two browsers send it at the same moment', async () => {
    const { email, secret } = await withSecondFactor();
    const browsers = [await challenge(email), await challenge(email)];
    const answers = await Promise.all(browsers.map((one) => finish(one, code(secret))));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 403]);
  });

  it('does not accept the code with which it was turned on', async () => {
    const { email, secret } = await withSecondFactor();
    expect(codeOf(await finish(await challenge(email), code(secret, -1)))).toEqual(WRONG);
  });

  it('accepts each recovery code once, in small letters and without dashes too', async () => {
    const { email, token, recoveryCodes, userId } = await withSecondFactor();
    const [first = '', second = ''] = recoveryCodes;
    expect((await finish(await challenge(email), first)).status).toBe(200);
    expect(codeOf(await finish(await challenge(email), first))).toEqual(WRONG);
    const typed = ` ${second.toLowerCase().replaceAll('-', ' ')} `;
    expect((await finish(await challenge(email), typed)).status).toBe(200);
    expect((await status(token)).recoveryCodesLeft).toBe(8);
    expect(await auditOf(userId)).toEqual([
      'recovery_code_used',
      'recovery_code_used',
      'refused',
      'turned_on',
    ]);
  });

  it('does not accept another account’s recovery code', async () => {
    const [anna, karl] = [await withSecondFactor(), await withSecondFactor()];
    const answer = await finish(await challenge(karl.email), anna.recoveryCodes[0]!);
    expect(codeOf(answer)).toEqual(WRONG);
  });
});

describe('the challenge between the two steps', () => {
  it('is open for five minutes', async () => {
    const { email, secret } = await withSecondFactor();
    const [early, late] = [await challenge(email), await challenge(email)];
    running.app.clock.step(5 * 60_000 - 1_000);
    expect((await finish(early, code(secret))).status).toBe(200);
    running.app.clock.step(1_000);
    expect(codeOf(await finish(late, code(secret, 1)))).toEqual(ENDED);
  });

  it('starts one session', async () => {
    const { email, secret } = await withSecondFactor();
    const browser = await challenge(email);
    expect((await finish(browser, code(secret))).status).toBe(200);
    expect(codeOf(await finish(browser, code(secret, 1)))).toEqual(ENDED);
  });

  it('starts one session even when two codes arrive at the same moment', async () => {
    const { email, recoveryCodes, token } = await withSecondFactor();
    const browser = await challenge(email);
    const answers = await Promise.all(
      recoveryCodes.slice(0, 2).map((recovery) => finish(browser, recovery)),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 401]);
    expect((await status(token)).recoveryCodesLeft).toBe(9);
  });

  it.each([
    ['no cookie', ''],
    ['an unknown token', `resq_challenge=${'A'.repeat(43)}`],
    ['an empty token', 'resq_challenge='],
  ])('is refused with %s', async (_case, cookie) => {
    expect(codeOf(await finish({ cookie }, '123456'))).toEqual(ENDED);
  });

  it('is asked for after a reset link too, which changes the password alone', async () => {
    const { app } = running;
    const [{ email, secret }, admin] = [await withSecondFactor(), await running.newAccount()];
    await app.database.query(`update users set roles = '{admin}' where id = $1`, [admin.userId]);
    const link = await call<CreatedResetLink>(app, 'POST /admin/reset-links', {
      token: admin.token,
      body: { email },
    });
    jest.spyOn(app.app.get(Passwords), 'hash').mockImplementation((text) => Promise.resolve(text));
    const body = { token: new URL(link.body.url).hash.slice(1), password: 'ett-nytt-lösenord' };
    expect((await call(app, 'POST /auth/reset', { body })).status).toBe(204);
    const answer = await enter(email, body.password);
    expect(codeOf(answer)).toEqual([401, 'auth.second_factor_required']);
    const done = await finish({ cookie: cookiesOf(answer) }, code(secret));
    expect([done.status, (await status(done.body.accessToken)).onSince]).toEqual([
      200,
      expect.any(String),
    ]);
  });

  it('is accepted from our own pages only', async () => {
    const { email, secret } = await withSecondFactor();
    const browser = await challenge(email);
    expect(codeOf(await finish(browser, code(secret), { 'x-resq': '1' }))).toEqual([
      403,
      'request.origin_refused',
    ]);
  });

  it('ends when the password is replaced meanwhile', async () => {
    const { email, secret, token } = await withSecondFactor();
    const browser = await challenge(email);
    const body = { current: OWN_PASSWORD, password: 'ett-nytt-lösenord' };
    expect((await call(running.app, 'POST /auth/password', { token, body })).status).toBe(204);
    expect(codeOf(await finish(browser, code(secret)))).toEqual(ENDED);
  });
});

describe('wrong codes', () => {
  let step: (ms: number) => void;

  beforeEach(() => {
    step = stopDate();
  });

  it('delay the guesser after five, but no recovery code, known browser or other account', async () => {
    const [anna, karl] = [await withSecondFactor(), await withSecondFactor()];
    const home = await finish(await challenge(anna.email), anna.recoveryCodes[0]!);
    const elsewhere = await challenge(anna.email);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await finish(elsewhere, '000000')).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    const refused = await finish(elsewhere, code(anna.secret));
    expect(codeOf(refused)).toEqual([429, 'auth.too_many_attempts']);
    expect((await finish(await challenge(karl.email), code(karl.secret))).status).toBe(200);
    const known = await challenge(anna.email, undefined, cookiesOf(home));
    const cookie = `${cookiesOf(home)}; ${known.cookie}`.replace('resq_challenge=; ', '');
    expect((await finish({ cookie }, code(anna.secret))).status).toBe(200);
    expect((await finish(elsewhere, anna.recoveryCodes[1]!)).status).toBe(200);
  });

  it('share the limit when they arrive at once', async () => {
    const { email, userId } = await withSecondFactor();
    const browser = await challenge(email);
    await Promise.all(Array.from({ length: 40 }, () => finish(browser, '000000')));
    expect(await auditOf(userId)).toEqual([...Array<string>(5).fill('refused'), 'turned_on']);
  });

  it('are refused for the rest of a day after thirty, and a recovery code is not', async () => {
    const { email, secret, recoveryCodes, userId } = await withSecondFactor();
    const browser = await challenge(email);
    for (let n = 0; n < 40; n += 1) {
      step(60_000);
      await finish(browser, '000000');
    }
    expect((await auditOf(userId)).filter((act) => act === 'refused')).toHaveLength(30);
    step(20 * 60 * 60_000);
    expect((await finish(browser, code(secret))).status).toBe(429);
    const second = await challenge(email);
    expect((await finish(second, recoveryCodes[0]!)).status).toBe(200);
    step(5 * 60 * 60_000);
    expect((await finish(browser, code(secret))).status).toBe(200);
  });

  it('are refused after a hundred a day in however many browsers, and a recovery code is not', async () => {
    const { email, token, userId } = await running.newAccount();
    let session = cookiesOf(await enter(email));
    const browsers: string[] = [];
    for (let n = 0; n < 21; n += 1) {
      const [cookie = ''] = session.split('; ');
      const headers = { cookie, origin: ORIGIN, 'x-resq': '1' };
      session = cookiesOf(await call(running.app, 'POST /auth/refresh', { body: {}, headers }));
      browsers.push(session.split('; ')[1] ?? '');
    }
    const { recoveryCodes } = await running.turnOn(token);
    const statuses: number[] = [];
    for (const known of browsers) {
      const { cookie } = await challenge(email, undefined, known);
      const guess = () => finish({ cookie: `${known}; ${cookie}` }, '000000');
      for (let n = 0; n < 5; n += 1) statuses.push((await guess()).status);
    }
    expect(statuses).toEqual([...Array<number>(100).fill(403), ...Array<number>(5).fill(429)]);
    expect((await auditOf(userId)).filter((act) => act === 'refused')).toHaveLength(100);
    expect((await finish(await challenge(email), recoveryCodes[0]!)).status).toBe(200);
  });
});
