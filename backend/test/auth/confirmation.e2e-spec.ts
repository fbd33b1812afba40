import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { AccessCode, CreatedRecoveryCodes, Me } from '../../src/contract/http.js';
import { AccountsService } from '../../src/modules/auth/accounts.service.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { makeVapidKeys } from '../../src/platform/secret-keys.js';
import { call, newPerson, signIn, type Person } from '../support/client.js';
import { appCode, OWN_PASSWORD, secondFactorCalls } from '../support/second-factor-calls.js';
import { codeOf } from '../support/second-factors.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** A session with two-step sign-in is confirmed with a code before acts that others would misuse. */

const running = {} as { app: TestApp };
const { challenge, finish, newAccount, post, turnOn } = secondFactorCalls(running);

const EXPIRES_MS = 10 * 60_000;
const CONFIRMATION = [403, 'second_factor.confirmation_required'];
const SET_UP = [403, 'second_factor.set_up_required'];

const ask = (token: string, route: string, body?: object) =>
  call<AccessCode>(running.app, route, { token, ...(body && { body }) });

/** Signs in with the next recovery code, because an app's code works once. */
async function enter(email: string, codes: string[], password: string): Promise<string> {
  const { body } = await finish(await challenge(email, password), codes.shift() ?? '');
  return body.accessToken;
}

describe('outside production', () => {
  let anna: Person;
  let karl: Person;
  let admin: Person;
  let codes: Record<'anna' | 'admin', string[]>;
  let secret: string;
  /** Anna's sessions: one confirmed just now, one that was confirmed ten minutes ago. */
  let fresh: string;
  let stale: string;
  let adminFresh: string;
  let adminStale: string;

  beforeAll(async () => {
    running.app = await startApp();
    [anna, karl, admin] = (await Promise.all(
      (['anna', 'karl', 'admin'] as const).map((name) => signIn(running.app, name)),
    )) as [Person, Person, Person];
    const own = await turnOn(anna.token, DEMO_PASSWORD);
    const theirs = await turnOn(admin.token, DEMO_PASSWORD);
    codes = { anna: own.recoveryCodes, admin: theirs.recoveryCodes };
    secret = own.secret;
    stale = await enter('anna@resq.example', codes.anna, DEMO_PASSWORD);
    adminStale = await enter('admin@resq.example', codes.admin, DEMO_PASSWORD);
    await age(stale);
    await age(adminStale);
    fresh = await enter('anna@resq.example', codes.anna, DEMO_PASSWORD);
    adminFresh = await enter('admin@resq.example', codes.admin, DEMO_PASSWORD);
  });

  afterAll(() => running.app.close());

  /** Moves a session's last code ten minutes back, because access tokens last no longer either. */
  async function age(token: string): Promise<void> {
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string;
    };
    const at = running.app.clock.ago(EXPIRES_MS);
    await running.app.database.query(
      'update auth_sessions set second_factor_at = $2 where id = $1',
      [sid, at],
    );
  }

  const members = () => `/buildings/${anna.buildingId}/members`;
  const memberOf = (person: Person) => `${members()}/${person.membershipId}`;

  it('a manager confirms before a password link, a role and a manager’s invitation', async () => {
    const acts: [string, object?][] = [
      [`POST ${memberOf(karl)}/reset-link`],
      [`PATCH ${memberOf(karl)}`, { role: 'manager' }],
      [`POST /buildings/${anna.buildingId}/invitations`, { kind: 'personal', role: 'manager' }],
      [`PATCH ${memberOf(karl)}`, { role: 'resident' }],
    ];
    for (const [route, body] of acts) {
      const before = await ask(stale, route, body);
      // A resident has nothing to take away yet.
      const isSame =
        route.startsWith('PATCH') && body && 'role' in body && body.role === 'resident';
      if (!isSame) expect([route, codeOf(before)]).toEqual([route, CONFIRMATION]);
      expect([route, (await ask(fresh, route, body)).status]).toEqual([
        route,
        route.startsWith('PATCH') ? 200 : 201,
      ]);
    }
  });

  it('a manager confirms before taking the role, also by removing the member', async () => {
    const siv = await newPerson(running.app, { name: 'Siv Sjögren', apartment: '1404' });
    await ask(fresh, `PATCH ${memberOf(siv)}`, { role: 'manager' });
    for (const [route, body] of [
      [`PATCH ${memberOf(siv)}`, { role: 'resident' }],
      [`PATCH ${memberOf(siv)}`, { status: 'revoked' }],
      [`DELETE ${memberOf(siv)}`],
    ] as [string, object?][]) {
      expect(codeOf(await ask(stale, route, body))).toEqual(CONFIRMATION);
    }
    expect((await ask(fresh, `DELETE ${memberOf(siv)}`)).status).toBe(204);
  });

  it('a manager confirms before giving the role to somebody who waits to be approved', async () => {
    const siv = await newPerson(running.app, { name: 'Siv Väntar', apartment: '1404' });
    await running.app.database.query(`update memberships set status = 'pending' where id = $1`, [
      siv.membershipId,
    ]);
    const role = { role: 'manager' };
    expect(codeOf(await ask(stale, `PATCH ${memberOf(siv)}`, role))).toEqual(CONFIRMATION);
    expect((await ask(stale, `PATCH ${memberOf(siv)}`, { status: 'active' })).status).toBe(200);
    expect((await call<Me>(running.app, 'GET /auth/me', siv)).body.memberships).toMatchObject([
      { role: 'resident', status: 'active' },
    ]);
  });

  it('a manager does everything else without a code, alarms first of all', async () => {
    const siv = await newPerson(running.app, { name: 'Siv Ny', apartment: '1405' });
    const acts: [string, object?][] = [
      [`GET ${members()}`],
      [`PATCH ${memberOf(siv)}`, { maySend: false }],
      [`POST /buildings/${anna.buildingId}/invitations`, { kind: 'personal' }],
      [`DELETE ${memberOf(siv)}`],
      [
        `POST /buildings/${anna.buildingId}/alarms`,
        { alarmId: '6f1d2c3b-0000-4000-8000-00000000000a', type: 'fire' },
      ],
    ];
    for (const [route, body] of acts) {
      const { status } = await ask(stale, route, body);
      expect([route, Math.floor(status / 100)]).toEqual([route, 2]);
    }
  });

  it('an administrator confirms before an access code, a password link, an invitation and a letter', async () => {
    const made = await ask(adminFresh, 'POST /admin/codes', { code: 'ABCD-2345' });
    expect(made.status).toBe(201);
    const acts: [string, object?][] = [
      ['POST /admin/codes', { code: 'ABCD-2346' }],
      [`DELETE /admin/codes/${made.body.id}`],
      ['POST /admin/reset-links', { email: 'karl@resq.example' }],
      [`POST /buildings/${anna.buildingId}/invitations`, { kind: 'personal' }],
      [
        `POST /buildings/${anna.buildingId}/invitations/letters`,
        { homes: [{ apartments: ['1104'] }] },
      ],
    ];
    for (const [route, body] of acts) {
      expect([route, codeOf(await ask(adminStale, route, body))]).toEqual([route, CONFIRMATION]);
    }
    expect((await ask(adminStale, 'GET /admin/codes')).status).toBe(200);
    const listed = await ask(adminStale, 'GET /admin/codes');
    expect(JSON.stringify(listed.body)).toMatch(/ABCD-2345/);
    for (const [route, body] of acts) {
      expect(Math.floor((await ask(adminFresh, route, body)).status / 100)).toBe(2);
    }
  });

  it('a code confirms the session in which it is typed, for ten minutes, and no other one', async () => {
    const route = `POST ${memberOf(karl)}/reset-link`;
    const [here, there] = [
      await enter('anna@resq.example', codes.anna, DEMO_PASSWORD),
      await enter('anna@resq.example', codes.anna, DEMO_PASSWORD),
    ];
    await age(here);
    await age(there);
    expect(codeOf(await post(here, 'confirm', { code: '000000' }))).toEqual([
      403,
      'second_factor.wrong_code',
    ]);
    expect(codeOf(await ask(here, route))).toEqual(CONFIRMATION);
    const code = appCode(running.app, secret);
    expect((await post(here, 'confirm', { code })).status).toBe(204);
    expect((await ask(here, route)).status).toBe(201);
    expect(codeOf(await ask(there, route))).toEqual(CONFIRMATION);
    expect(codeOf(await post(there, 'confirm', { code }))).toEqual([
      403,
      'second_factor.wrong_code',
    ]);
    running.app.clock.step(EXPIRES_MS - 60_000);
    expect((await ask(here, route)).status).toBe(201);
    await age(here);
    expect(codeOf(await ask(here, route))).toEqual(CONFIRMATION);
  });

  it('who has no two-step sign-in is never asked for a code', async () => {
    const otto = await signIn(running.app, 'otto');
    const { body } = await call<{ items: { id: string }[] }>(
      running.app,
      `GET /buildings/${otto.buildingId}/members`,
      otto,
    );
    const own = `/buildings/${otto.buildingId}/members/${body.items[0]?.id}`;
    expect((await ask(otto.token, `POST ${own}/reset-link`)).status).toBe(201);
    const me = await call<Me>(running.app, 'GET /auth/me', otto);
    expect(me.body).not.toHaveProperty('secondFactorMissing');
    expect(codeOf(await post(otto.token, 'confirm', { code: '123456' }))).toEqual([
      409,
      'second_factor.not_on',
    ]);
  });
});

describe('an administrator without two-step sign-in', () => {
  const vapid = makeVapidKeys();
  const production = () => ({
    NODE_ENV: 'production',
    OPERATOR_NAME: 'BRF Linden',
    OPERATOR_ADDRESS: 'Lindvägen 1, 903 25 Umeå',
    DEMO: 'off',
    JWT_SIGNING_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
    REFRESH_KEY: randomBytes(32).toString('base64'),
    AUDIT_KEY: randomBytes(32).toString('base64'),
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
  });

  afterEach(() => running.app.close());

  it('administrates outside production, as the demo’s one does', async () => {
    running.app = await startApp();
    const admin = await signIn(running.app, 'admin');
    expect((await ask(admin.token, 'POST /admin/codes', { code: 'ABCD-2345' })).status).toBe(201);
    const { body } = await call<Me>(running.app, 'GET /auth/me', admin);
    expect(body).not.toHaveProperty('secondFactorMissing');
  });

  it('has to turn it on in production before any administration', async () => {
    running.app = await startApp({ env: production() });
    const { email, token } = await newAccount();
    expect(await running.app.app.get(AccountsService).grantAdmin(email)).toBe('granted');
    const earlier = await challenge(email);
    expect(earlier.cookie).toMatch(/^resq_rt=/);
    const refused = await ask(token, 'GET /admin/codes');
    expect([...codeOf(refused), refused.body]).toEqual([
      ...SET_UP,
      expect.objectContaining({
        error: expect.objectContaining({
          message: 'Slå på tvåstegsverifiering i profilen för att administrera.',
        }) as object,
      }),
    ]);
    const { buildingId } = await signIn(running.app, 'anna');
    const invitations = `GET /buildings/${buildingId}/invitations`;
    for (const route of ['GET /admin/audit', 'POST /admin/codes/generate', invitations]) {
      expect(codeOf(await ask(token, route))).toEqual(SET_UP);
    }
    const me = async () => (await call<Me>(running.app, 'GET /auth/me', { token })).body;
    expect(await me()).toMatchObject({ secondFactorMissing: true });
    const other = await call<{ accessToken: string }>(running.app, 'POST /auth/sign-in', {
      body: { email, password: OWN_PASSWORD },
    });
    await turnOn(token);
    expect(await me()).not.toHaveProperty('secondFactorMissing');
    expect((await ask(token, 'GET /admin/codes')).status).toBe(200);
    expect((await ask(token, invitations)).status).toBe(200);
    // The session is older than the second factor, so the password alone may have started it.
    expect(codeOf(await ask(other.body.accessToken, 'GET /admin/codes'))).toEqual(CONFIRMATION);
  });

  it('has to confirm other sessions again when it was turned off and on', async () => {
    running.app = await startApp({ env: production() });
    const { email, token } = await newAccount();
    await running.app.app.get(AccountsService).grantAdmin(email);
    const { secret, recoveryCodes } = await turnOn(token);
    const other = await enter(email, recoveryCodes, OWN_PASSWORD);
    expect((await ask(other, 'GET /admin/codes')).status).toBe(200);
    await post(token, 'turn-off', { code: appCode(running.app, secret) });
    await turnOn(token);
    expect((await ask(token, 'GET /admin/codes')).status).toBe(200);
    expect(codeOf(await ask(other, 'GET /admin/codes'))).toEqual(CONFIRMATION);
  });

  it('is closed out again when it is turned off', async () => {
    running.app = await startApp({ env: production() });
    const { email, token } = await newAccount();
    await running.app.app.get(AccountsService).grantAdmin(email);
    const { secret } = await turnOn(token);
    await post<CreatedRecoveryCodes>(token, 'turn-off', { code: appCode(running.app, secret) });
    expect(codeOf(await ask(token, 'GET /admin/codes'))).toEqual(SET_UP);
  });
});
