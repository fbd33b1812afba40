import { ErasureService } from '../../src/modules/account/erasure.service.js';
import { AccountsService } from '../../src/modules/auth/accounts.service.js';
import { Housekeeping } from '../../src/platform/retention/retention.js';
import { call } from '../support/client.js';
import { OWN_PASSWORD } from '../support/second-factor-calls.js';
import { codeOf, useSecondFactors, WRONG } from '../support/second-factors.js';

const running = useSecondFactors();
const { auditOf, challenge, code, enter, finish, newAccount, post, setUp, status } = running;
const { withSecondFactor } = running;

describe('turning it on', () => {
  it('gives a secret for the app and ten recovery codes, and shows neither again', async () => {
    const { app } = running;
    const { email, token, userId } = await newAccount();
    const { body, status: first } = await setUp(token);
    expect(first).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(body.url);
    expect([url.protocol, decodeURIComponent(url.pathname)]).toEqual([
      'otpauth:',
      expect.stringContaining(`ResQ:${email}`),
    ]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'ResQ',
      secret: body.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(await status(token)).toEqual({ onSince: null, recoveryCodesLeft: 0 });
    expect((await enter(email)).status).toBe(200);
    const on = await post<{ recoveryCodes: string[] }>(token, 'turn-on', {
      code: code(body.secret),
    });
    expect(new Set(on.body.recoveryCodes).size).toBe(10);
    for (const one of on.body.recoveryCodes) expect(one).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    const onSince = app.clock.now().toISOString();
    expect(await status(token)).toEqual({ onSince, recoveryCodesLeft: 10 });
    expect(codeOf(await setUp(token))).toEqual([409, 'second_factor.already_on']);
    expect(await auditOf(userId)).toEqual(['turned_on']);
  });

  it('stores the secret encrypted and the recovery codes as hashes', async () => {
    const { secret, recoveryCodes, userId } = await withSecondFactor();
    for (const table of ['second_factors', 'recovery_codes', 'audit_log']) {
      const rows = JSON.stringify(await running.app.database.query(`select * from ${table}`));
      expect(rows).toContain(userId);
      for (const text of [secret, ...recoveryCodes]) {
        expect(rows).not.toContain(text);
        expect(rows).not.toContain(text.replaceAll('-', ''));
      }
    }
  });

  it('needs the password, a set-up and a right code', async () => {
    const { email, token } = await newAccount();
    expect(codeOf(await post(token, 'turn-on', { code: '123456' }))).toEqual([
      409,
      'second_factor.not_on',
    ]);
    expect(codeOf(await setUp(token, 'fel-lösenord'))).toEqual([403, 'auth.wrong_password']);
    const { body } = await setUp(token);
    expect(codeOf(await post(token, 'turn-on', { code: code(body.secret, 5) }))).toEqual(WRONG);
    expect((await enter(email)).status).toBe(200);
    const { body: second } = await setUp(token);
    expect(codeOf(await post(token, 'turn-on', { code: code(body.secret) }))).toEqual(WRONG);
    expect((await post(token, 'turn-on', { code: code(second.secret) })).status).toBe(200);
  });

  it('does not accept a secret that was copied from another account', async () => {
    const [anna, karl] = [await withSecondFactor(), await withSecondFactor()];
    await running.app.database.query(
      `update second_factors set secret = (select secret from second_factors where user_id = $1)
        where user_id = $2`,
      [anna.userId, karl.userId],
    );
    expect(codeOf(await finish(await challenge(karl.email), code(anna.secret)))).toEqual(WRONG);
    expect((await finish(await challenge(karl.email), karl.recoveryCodes[0]!)).status).toBe(200);
  });
});

describe('turning it off', () => {
  it('takes a code, and the password is enough again', async () => {
    const { email, token, secret, userId } = await withSecondFactor();
    expect(codeOf(await post(token, 'turn-off', { code: '000000' }))).toEqual(WRONG);
    expect((await post(token, 'turn-off', { code: code(secret) })).status).toBe(204);
    expect(await status(token)).toEqual({ onSince: null, recoveryCodesLeft: 0 });
    expect((await enter(email)).status).toBe(200);
    expect(codeOf(await post(token, 'turn-off', { code: code(secret, 1) }))).toEqual([
      409,
      'second_factor.not_on',
    ]);
    expect(await auditOf(userId)).toEqual(['refused', 'turned_off', 'turned_on']);
  });

  it('is done by the operator for a user who lost the app and the recovery codes', async () => {
    const { email, userId } = await withSecondFactor();
    const removal = running.app.app.get(AccountsService);
    expect(await removal.removeSecondFactor('nobody@resq.example')).toBe('unknown');
    expect(await removal.removeSecondFactor(` ${email.toUpperCase()} `)).toBe('removed');
    expect(await removal.removeSecondFactor(email)).toBe('not_on');
    expect((await enter(email)).status).toBe(200);
    expect(await auditOf(userId)).toEqual(['removed', 'turned_on']);
  });
});

describe('its data', () => {
  const rowsOf = async (userId: string): Promise<number[]> => {
    const tables = ['second_factors', 'recovery_codes', 'sign_in_challenges'];
    const counts = tables.map(async (table) => {
      const sql = 'select 1 from ' + table + ' where user_id = $1';
      return (await running.app.database.query<object[]>(sql, [userId])).length;
    });
    return Promise.all(counts);
  };

  it('are exported without a secret or a code, and erased with the account', async () => {
    const { email, secret, recoveryCodes, token, userId } = await withSecondFactor();
    await challenge(email);
    const { body } = await call<object>(running.app, 'POST /auth/me/export', {
      token,
      body: { password: OWN_PASSWORD },
    });
    const now = running.app.clock.now().toISOString();
    expect(body).toMatchObject({
      second_factors: [{ createdAt: now, turnedOnAt: now }],
      recovery_codes: { left: 10 },
      sign_in_challenges: [{ expiresAt: expect.any(String) as string }],
    });
    for (const text of [secret, ...recoveryCodes]) {
      expect(JSON.stringify(body)).not.toContain(text);
    }
    expect(await rowsOf(userId)).toEqual([1, 10, 1]);
    await running.app.app.get(ErasureService).erase({ userId, membershipIds: [] });
    expect(await rowsOf(userId)).toEqual([0, 0, 0]);
  });

  it('are deleted within a day when a set-up or a sign-in is not finished', async () => {
    const [anna, karl] = [await newAccount(), await withSecondFactor()];
    await setUp(anna.token);
    await challenge(karl.email);
    const housekeeping = running.app.app.get(Housekeeping);
    await housekeeping.retire();
    expect([await rowsOf(anna.userId), await rowsOf(karl.userId)]).toEqual([
      [1, 0, 0],
      [1, 10, 1],
    ]);
    running.app.clock.step(24 * 60 * 60_000 + 1);
    await housekeeping.retire();
    expect([await rowsOf(anna.userId), await rowsOf(karl.userId)]).toEqual([
      [0, 0, 0],
      [1, 10, 0],
    ]);
  });
});

it.each([
  [undefined, 'Ange koden'],
  ['12345', 'Ange koden'],
  [123456, 'Koden stämmer inte eller är redan använd.'],
  ['x'.repeat(25), 'Koden stämmer inte eller är redan använd.'],
  ['12345å', 'Koden stämmer inte eller är redan använd.'],
])('the code %j is malformed', async (typed, message) => {
  const { email } = await withSecondFactor();
  const answer = await finish(await challenge(email), typed as string);
  expect([answer.status, answer.body.error.fields]).toEqual([400, { code: message }]);
});
