import { createHash, randomBytes, randomUUID } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import { AccountsService } from '../../src/modules/auth/accounts.service.js';
import type { Me, SignedIn } from '../../src/contract/http.js';
import { call, newPerson, signIn } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';

let app: TestApp;

beforeEach(async () => {
  app = await freshApp();
});

const email = (): string => `${randomUUID()}@resq.example`;
const signUp = (body: object) => call<SignedIn>(app, 'POST /auth/sign-up', { body });
const enter = (body: object) => call<SignedIn>(app, 'POST /auth/sign-in', { body });

const SAME_ORIGIN = { origin: ORIGIN, 'x-resq': '1' };

async function refresh(
  cookie: string,
  headers: Record<string, string> = SAME_ORIGIN,
  node: TestApp = app,
) {
  const answer = await call<SignedIn>(node, 'POST /auth/refresh', {
    body: {},
    headers: { cookie, ...headers },
  });
  return { ...answer, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

async function start(): Promise<string> {
  const { headers } = await signUp({ email: email(), password: 'hemligt' });
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

describe('an account', () => {
  it('can be created, and signs in with its e-mail in upper or lower case', async () => {
    const address = email();
    const made = await signUp({ email: ` ${address} `, password: 'åäö 123' });
    expect(made.status).toBe(201);
    expect(made.body.user).toMatchObject({ email: address, roles: [] });
    const again = await signUp({ email: address.toUpperCase(), password: 'hemligt' });
    expect([again.status, again.body.error]).toEqual([
      409,
      expect.objectContaining({
        code: 'auth.already_registered',
        message: 'User already registered',
      }),
    ]);
    expect((await enter({ email: address.toUpperCase(), password: 'åäö 123' })).status).toBe(200);
  });

  it('is answered alike for a wrong password and for an unknown e-mail', async () => {
    for (const body of [
      { email: 'anna@resq.example', password: 'fel-lösenord' },
      { email: email(), password: 'fel-lösenord' },
    ]) {
      const answer = await enter(body);
      expect([answer.status, answer.body.error]).toEqual([
        401,
        expect.objectContaining({
          code: 'auth.invalid_credentials',
          message: 'Invalid login credentials',
        }),
      ]);
    }
  });

  it.each([
    [{ password: 'hemligt' }, { email: 'Ogiltig e-postadress' }],
    [{ email: 'x', password: 'hemligt' }, { email: 'Ogiltig e-postadress' }],
    [{ email: `${'a'.repeat(251)}@b.se`, password: 'hemligt' }, { email: 'Ogiltig e-postadress' }],
    [{ email: 'a@b.se', password: '12345' }, { password: 'Lösenordet måste vara minst 6 tecken' }],
    [
      { email: 'a@b.se', password: 'a'.repeat(101) },
      { password: 'Lösenordet får max vara 100 tecken' },
    ],
    [{ email: 'a@b.se', password: 123456 }, { password: 'Lösenordet måste vara minst 6 tecken' }],
  ])('refuses %j', async (body, fields) => {
    const answer = await signUp(body);
    expect([answer.status, answer.body.error.fields]).toEqual([400, fields]);
  });

  it('stores its password as an Argon2id hash', async () => {
    const { userId } = await newPerson(app);
    const [row] = await app.database.query<{ password_hash: string }[]>(
      'select password_hash from users where id = $1',
      [userId],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('returns its user and memberships', async () => {
    const anna = await signIn(app, 'anna');
    const { body } = await call<Me>(app, 'GET /auth/me', anna);
    expect(body).toMatchObject({
      user: { email: 'anna@resq.example', roles: [] },
      memberships: [
        {
          building: { name: 'BRF Storgatan 12', address: 'Storgatan 12, Umeå' },
          role: 'manager',
          status: 'active',
          maySend: true,
          name: 'Anna Berg',
          apartment: '1201',
        },
      ],
    });
  });

  it('becomes an administrator only with a long password', async () => {
    const accounts = app.app.get(AccountsService);
    const [short, long] = [email(), email()];
    await signUp({ email: short, password: 'a'.repeat(14) });
    await signUp({ email: long, password: 'a'.repeat(15) });
    expect(await accounts.grantAdmin(email())).toBe('unknown');
    expect(await accounts.grantAdmin(short)).toBe('password_too_short');
    expect(await accounts.grantAdmin(long.toUpperCase())).toBe('granted');
    const { body } = await enter({ email: long, password: 'a'.repeat(15) });
    expect(body.user.roles).toEqual(['admin']);
  });
});

describe('an access token', () => {
  it('is valid for ten minutes by the server’s clock', async () => {
    const cookie = await start();
    // The browser renews its token before this time.
    const endMs = Date.parse((await refresh(cookie)).body.expiresAt);
    expect(Math.abs(endMs - app.clock.now().getTime() - 10 * 60_000)).toBeLessThan(1_000);
    const anna = await signIn(app, 'anna');
    app.clock.step(10 * 60_000 - 1_000);
    expect((await call(app, 'GET /auth/me', anna)).status).toBe(200);
    app.clock.step(1_000);
    expect((await call(app, 'GET /auth/me', anna)).body.error.code).toBe('auth.required');
  });

  it('is verified once for all requests that bring it', async () => {
    const [anna, karl] = [await signIn(app, 'anna'), await signIn(app, 'karl')];
    const verify = jest.spyOn(jsonwebtoken, 'verify');
    const ids: string[] = [];
    for (const one of [anna, karl, anna]) {
      ids.push((await call<Me>(app, 'GET /auth/me', one)).body.user.id);
    }
    expect(ids).toEqual([anna.userId, karl.userId, anna.userId]);
    // The first requests were those that belong to a sign-in in these tests.
    expect(verify).not.toHaveBeenCalled();
    const forged = { token: `${anna.token.slice(0, -43)}${karl.token.slice(-43)}` };
    for (const one of [forged, forged, { token: '' }]) {
      expect((await call(app, 'GET /auth/me', one)).body.error.code).toBe('auth.required');
    }
    expect(verify).toHaveBeenCalledTimes(2);
    verify.mockRestore();
  });

  it('is refused once its sign-in has ended', async () => {
    const anna = await signIn(app, 'anna');
    await call(app, 'POST /auth/sign-out', {
      body: {},
      headers: { cookie: anna.cookie, ...SAME_ORIGIN },
    });
    expect((await call(app, 'GET /auth/me', anna)).body.error.code).toBe('auth.session_ended');
  });
});

describe('a refresh token', () => {
  it('is a cookie that scripts cannot read', async () => {
    const { headers } = await signUp({ email: email(), password: 'hemligt' });
    expect(headers.getSetCookie()[0]).toMatch(
      /^resq_rt=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=.*; HttpOnly; SameSite=Strict$/,
    );
    const secure = await startApp({ env: { PUBLIC_URL: 'https://resq.example' } });
    const answer = await call(secure, 'POST /auth/sign-up', {
      body: { email: email(), password: 'hemligt' },
    });
    await secure.close();
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-resq_rt=.*; HttpOnly; Secure; /);
  });

  it('is replaced when it is used, and expires thirty days after the sign-in', async () => {
    let cookie = await start();
    for (let day = 0; day < 29; day += 1) {
      app.clock.step(24 * 60 * 60_000);
      const next = await refresh(cookie);
      expect(next.status).toBe(200);
      expect(next.cookie).not.toBe(cookie);
      cookie = next.cookie;
    }
    app.clock.step(24 * 60 * 60_000);
    expect((await refresh(cookie)).body.error.code).toBe('auth.session_ended');
  });

  it('gives five tabs that renew at once the same successor', async () => {
    const cookie = await start();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(cookie)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.cookie)).size).toBe(1);
  });

  it('gives the same successor days later to a phone that did not receive the answer', async () => {
    const cookie = await start();
    const lost = await refresh(cookie);
    app.clock.step(3 * 24 * 60 * 60_000);
    expect((await refresh(cookie)).cookie).toBe(lost.cookie);
  });

  it('ends the sign-in when it is used again a minute after its successor was used', async () => {
    const stolen = await start();
    const { cookie } = await refresh(stolen);
    const next = await refresh(cookie);
    app.clock.step(1_000);
    expect((await refresh(stolen)).cookie).toBe(cookie);
    app.clock.step(60_000);
    expect((await refresh(stolen)).status).toBe(401);
    expect((await refresh(next.cookie)).body.error.code).toBe('auth.session_ended');
    // A restored backup ends again what this row names.
    const [{ count } = { count: 0 }] = await app.database.query<{ count: number }[]>(
      "select count(*)::int from audit_log where action = 'session.replayed'",
    );
    expect(count).toBe(1);
  });

  it('is stored only as a hash, which is not the successor either', async () => {
    const cookie = await start();
    const next = await refresh(cookie);
    const rows = await app.database.query<{ hash: string }[]>('select * from refresh_tokens');
    const stored = JSON.stringify(rows);
    const bytes = rows.map(({ hash }) => Buffer.from(hash, 'hex').toString('base64url'));
    for (const token of [cookie, next.cookie].map((one) => one.split('=')[1])) {
      expect(stored).not.toContain(token);
      expect(bytes).not.toContain(token);
    }
  });

  describe('after a change of REFRESH_KEY', () => {
    let other: TestApp;

    beforeAll(async () => {
      const REFRESH_KEY = randomBytes(32).toString('base64');
      other = await startApp({
        databaseUrl: app.databaseUrl,
        clock: app.clock,
        env: { REFRESH_KEY },
      });
    });
    afterAll(() => other.close());

    const refreshThere = (cookie: string) => refresh(cookie, SAME_ORIGIN, other);

    /** Stores the tokens of the cookies as releases before the key did. */
    const storeWithoutKey = async (...cookies: string[]): Promise<void> => {
      const rows = await app.database.query<{ hash: string }[]>(
        `select hash from refresh_tokens where session_id =
           (select id from auth_sessions order by created_at desc limit 1) order by used_at nulls last`,
      );
      for (const [n, { hash }] of rows.entries()) {
        const token = cookies[n]?.split('=')[1] ?? '';
        const plain = createHash('sha256').update(token).digest('hex');
        await app.database.query('update refresh_tokens set hash = $2 where hash = $1', [
          hash,
          plain,
        ]);
      }
    };

    it('signs its user out, used and unused', async () => {
      const used = await start();
      const { cookie } = await refresh(used);
      expect((await refreshThere(cookie)).body.error.code).toBe('auth.session_ended');
      expect((await refreshThere(used)).body.error.code).toBe('auth.session_ended');
      expect((await refresh(cookie)).status).toBe(200);
    });

    it('still renews one that an earlier release has stored without a key, once', async () => {
      const cookie = await start();
      await storeWithoutKey(cookie);
      const next = await refreshThere(cookie);
      expect(next.status).toBe(200);
      expect((await refresh(next.cookie)).body.error.code).toBe('auth.session_ended');
    });

    it('answers a repeat of such a token with the end of the sign-in', async () => {
      const used = await start();
      const { cookie } = await refresh(used);
      await storeWithoutKey(used, cookie);
      expect((await refreshThere(used)).body.error.code).toBe('auth.session_ended');
    });
  });
});
