import type { Me } from '../../src/contract/http.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { call, signIn, untilLetIn } from '../support/client.js';
import { useBuilding } from '../support/building.js';
import { stopDate } from '../support/step-date.js';
import {
  INVALID,
  resetLinkCalls,
  NEW_PASSWORD,
  refusalOf,
  tokenIn,
} from '../support/reset-link-calls.js';

const building = useBuilding();

afterEach(() => jest.restoreAllMocks());

const { adminLink, enter, linkFor, storedLinks, signInStatus, reset, tokenFor } =
  resetLinkCalls(building);

const DAY_MS = 24 * 60 * 60_000;
const SECOND_MS = 1_000;

describe('a one-time link', () => {
  it('lets a resident choose a new password, and does not sign them in', async () => {
    const { status, body } = await linkFor(building.karl);
    expect(status).toBe(201);
    expect(body.url).toMatch(/^http:\/\/localhost:3000\/reset#[\w-]{22}$/);
    expect(Date.parse(body.expiresAt)).toBe(building.app.clock.now().getTime() + DAY_MS);
    expect(await signInStatus(building.karl)).toBe(200);
    const used = await reset(tokenIn(body));
    expect([used.status, used.headers.getSetCookie()]).toEqual([204, []]);
    expect((await enter('karl', DEMO_PASSWORD)).status).toBe(401);
    const { body: signedIn } = await enter('karl', NEW_PASSWORD);
    const token = signedIn.accessToken;
    const karl = await call<Me>(building.app, 'GET /auth/me', { token });
    expect(karl.body.memberships).toMatchObject([{ name: 'Karl Ek', status: 'active' }]);
  });

  it('can be made by an administrator for any e-mail, in upper or lower case', async () => {
    const { status, body } = await adminLink(' OTTO@resq.example ');
    expect(status).toBe(201);
    expect((await reset(tokenIn(body))).status).toBe(204);
    expect((await enter('otto', NEW_PASSWORD)).status).toBe(200);
  });

  it('works once', async () => {
    const token = await tokenFor(building.karl);
    expect((await reset(token)).status).toBe(204);
    expect(refusalOf(await reset(token, 'ett annat'))).toEqual([404, INVALID]);
    expect((await enter('karl', NEW_PASSWORD)).status).toBe(200);
  });

  it('works once even when it is used twice at the same moment', async () => {
    const token = await tokenFor(building.karl);
    const passwords = ['det första', 'det andra'];
    const answers = await Promise.all(
      passwords.map((password) => untilLetIn(() => reset(token, password))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    const winner = answers.findIndex(({ status }) => status === 204);
    expect((await enter('karl', passwords[winner] ?? '')).status).toBe(200);
    expect((await enter('karl', passwords[1 - winner] ?? '')).status).toBe(401);
  });

  it('is valid for 24 hours', async () => {
    const [karls, lisas] = [await tokenFor(building.karl), await tokenFor(building.lisa)];
    building.app.clock.step(DAY_MS - SECOND_MS);
    expect((await reset(karls)).status).toBe(204);
    building.app.clock.step(2 * SECOND_MS);
    expect(refusalOf(await reset(lisas))).toEqual([404, INVALID]);
    expect((await enter('lisa', DEMO_PASSWORD)).status).toBe(200);
  });

  it('is replaced by the next link for the same person only', async () => {
    const [first, lisas] = [await tokenFor(building.karl), await tokenFor(building.lisa)];
    const second = tokenIn((await adminLink('karl@resq.example')).body);
    expect(refusalOf(await reset(first))).toEqual([404, INVALID]);
    expect((await reset(second)).status).toBe(204);
    expect((await reset(lisas)).status).toBe(204);
  });

  it('is answered alike when it is unknown, used or expired', async () => {
    const [used, old] = [await tokenFor(building.karl), await tokenFor(building.lisa)];
    await reset(used);
    building.app.clock.step(DAY_MS);
    for (const token of [used, old, 'A'.repeat(22), 'x']) {
      expect(refusalOf(await reset(token))).toEqual([404, INVALID]);
    }
  });

  it('has a token that is stored nowhere in the database', async () => {
    const token = await tokenFor(building.karl);
    const tables = await building.app.database.query<{ name: string }[]>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
         from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
    );
    expect(tables.map(({ name }) => name)).toContain('public.reset_links');
    for (const { name } of tables) {
      const rows: unknown = await building.app.database.query('select * from ' + name);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
  });

  it('ends every sign-in and open connection of the person at once, and of no other person', async () => {
    const second = await signIn(building.app, 'karl');
    const tabs = [await building.open(building.karl), await building.open(second)];
    const lisa = await building.open(building.lisa);
    await reset(await tokenFor(building.karl));
    for (const tab of tabs) {
      expect(await tab.until('session:end')).toEqual({ reason: 'signed_out' });
      expect(await tab.untilAny('disconnect')).toBe('io server disconnect');
    }
    expect([await signInStatus(building.karl), await signInStatus(second)]).toEqual([401, 401]);
    expect(await signInStatus(building.lisa)).toBe(200);
    await lisa.roundTrip();
    expect(lisa.all('session:end')).toEqual([]);
  });

  it('is deleted when it is used', async () => {
    await reset(await tokenFor(building.karl));
    expect(await storedLinks()).toEqual([]);
  });
});

describe('a link that is used with invalid input', () => {
  it.each([
    [{ password: NEW_PASSWORD }, { token: INVALID.message }],
    [{ token: '', password: NEW_PASSWORD }, { token: INVALID.message }],
    [{ token: 'x'.repeat(65), password: NEW_PASSWORD }, { token: INVALID.message }],
    [{ token: { $ne: '' }, password: NEW_PASSWORD }, { token: INVALID.message }],
    [
      { token: 'x'.repeat(22), password: '12345' },
      { password: 'Lösenordet måste vara minst 6 tecken' },
    ],
    [
      { token: 'x'.repeat(22), password: 'x'.repeat(101) },
      { password: 'Lösenordet får max vara 100 tecken' },
    ],
    [
      { token: 'x'.repeat(22), password: 123456 },
      { password: 'Lösenordet måste vara minst 6 tecken' },
    ],
  ])('is refused with %j', async (body, fields) => {
    const answer = await call(building.app, 'POST /auth/reset', { body });
    expect([answer.status, answer.body.error.code, answer.body.error.fields]).toEqual([
      400,
      'request.invalid',
      fields,
    ]);
  });

  it('stays valid when an administrator’s new password is shorter than 15 characters', async () => {
    const admin = await signIn(building.app, 'admin');
    const token = tokenIn((await adminLink('admin@resq.example')).body);
    const { status, body } = await reset(token, 'x'.repeat(14));
    expect([status, body.error.fields]).toEqual([
      400,
      { password: 'Lösenordet måste vara minst 15 tecken' },
    ]);
    expect(await signInStatus(admin)).toBe(200);
    expect((await reset(token, 'x'.repeat(15))).status).toBe(204);
    expect((await enter('admin', 'x'.repeat(15))).status).toBe(200);
  });

  it('is refused with 429 after twenty failures from the same address', async () => {
    stopDate();
    const good = await tokenFor(building.karl);
    for (let n = 0; n < 20; n += 1) await reset('x'.repeat(22));
    const { status, body } = await reset(good);
    expect([status, body.error.code]).toEqual([429, 'auth.too_many_attempts']);
  });
});
