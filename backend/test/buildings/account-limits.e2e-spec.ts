import { randomUUID } from 'node:crypto';
import jsonwebtoken, { type JwtPayload } from 'jsonwebtoken';
import type { CreatedInvitation, Membership, SignInSession } from '../../src/contract/http.js';
import { call, newPerson, openTab, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import { ORIGIN, type TestApp } from '../support/start-app.js';

/** The limits of one account: buildings, invitations and sign-ins. */

/** Calls that reach the limit together. */
const AT_ONCE = 16;

let app: TestApp;
let anna: Person;

beforeAll(async () => {
  app = await freshApp();
  anna = await signIn(app, 'anna');
});

const invite = (kind = 'personal', { token }: Person = anna, buildingId = anna.buildingId) =>
  call<CreatedInvitation>(app, `POST /buildings/${buildingId}/invitations`, {
    token,
    body: { kind },
  });

async function starter(): Promise<() => ReturnType<typeof call<Membership>>> {
  const { token } = await newPerson(app);
  const sessionId = randomUUID();
  await call(app, 'POST /gate/validate-code', { body: { code: 'DEMO-2026', sessionId } });
  const building = { name: 'BRF Eken', address: 'Ekvägen 1, Umeå' };
  const body = { ...building, personName: 'Eva Ek', apartment: '1001', sessionId };
  return () => call<Membership>(app, 'POST /buildings', { token, body });
}

const statuses = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).toSorted();

it('an account is a member of at most twenty buildings, also when it starts many at once', async () => {
  const start = await starter();
  const calls = Array.from({ length: 24 }, () => start());
  expect(await statuses(calls)).toEqual([
    ...Array<number>(20).fill(201),
    ...Array<number>(4).fill(409),
  ]);
  const { body } = await start();
  expect([body.error.code, body.error.message]).toEqual([
    'building.too_many',
    'Du kan vara med i högst 20 hus. Ett hus som du har lämnat räknas i 12 månader.',
  ]);
  const [stored] = await app.database.query<{ count: number }[]>(
    `select count(*)::int as count from buildings where name = 'BRF Eken'`,
  );
  expect(stored?.count).toBe(20);
});

it('an account has at most fifty open invitations, in all its buildings together', async () => {
  const start = await starter();
  const { body: other } = await start();
  await app.database.query('update memberships set user_id = $1 where id = $2', [
    anna.userId,
    other.id,
  ]);
  expect((await invite('poster')).status).toBe(201);
  const calls = Array.from({ length: 60 }, (_, n) =>
    invite('personal', anna, n % 2 ? anna.buildingId : other.building.id),
  );
  expect(await statuses(calls)).toEqual([
    ...Array<number>(50).fill(201),
    ...Array<number>(10).fill(409),
  ]);
  const { body: refused } = await invite();
  expect([refused.error.code, refused.error.message]).toEqual([
    'invitation.too_many',
    'Du har redan 50 öppna inbjudningar. Vänta tills någon har använts eller gått ut.',
  ]);
  // A poster replaces the building's poster, and is not one of the fifty.
  expect((await invite('poster')).status).toBe(201);

  const admin = await signIn(app, 'admin');
  const byAdmin = Array.from({ length: 52 }, () => invite('personal', admin, anna.buildingId));
  expect(await statuses(byAdmin)).toEqual([
    ...Array<number>(50).fill(201),
    ...Array<number>(2).fill(409),
  ]);

  const opened = (await Promise.all(calls)).find(({ status }) => status === 201)?.body.id;
  for (const id of [anna.buildingId, other.building.id]) {
    await call(app, `DELETE /buildings/${id}/invitations/${opened}`, { token: anna.token });
  }
  expect((await invite()).status).toBe(201);
  expect((await invite()).status).toBe(409);
  app.clock.step(14 * 24 * 60 * 60_000);
  expect((await invite('personal', await signIn(app, 'anna'))).status).toBe(201);
});

it.each([
  ['letters', 60, '/letters', { homes: [{ apartments: ['1103'] }] }],
  ['posters', 200, '', { kind: 'poster' }],
])('a manager makes %s %i times an hour at most', async (_, count, rest, body) => {
  const { token, buildingId } = await signIn(app, 'otto');
  const route = `POST /buildings/${buildingId}/invitations${rest}`;
  const saved = async () =>
    (
      await app.database.query<object[]>('select 1 from invitations where building_id = $1', [
        buildingId,
      ])
    ).length;
  const before = await saved();
  const answers: number[] = [];
  // A busy node would refuse some of all calls at once, and those attempts count too.
  for (let left = count + 2; left > 0; left -= AT_ONCE) {
    const calls = Array.from({ length: Math.min(left, AT_ONCE) }, () =>
      call(app, route, { token, body }),
    );
    answers.push(...(await statuses(calls)));
  }
  expect(answers).toEqual([...Array<number>(count).fill(201), ...Array<number>(2).fill(429)]);
  expect(await saved()).toBe(before + count);
  const { body: refused } = await call(app, route, { token, body });
  expect([refused.error.code, refused.error.message]).toEqual([
    'request.rate_limited',
    'För många försök. Försök igen om en stund.',
  ]);
});

describe('the sign-ins of an account', () => {
  const activeOf = async ({ userId }: Person): Promise<string[]> => {
    const rows = await app.database.query<{ id: string }[]>(
      'select id from auth_sessions where user_id = $1 and ended_at is null',
      [userId],
    );
    return rows.map(({ id }) => id);
  };
  const insert = ({ userId }: Person, count: number) =>
    app.database.query(
      `insert into auth_sessions (id, user_id, created_at, expires_at)
       select gen_random_uuid(), $1, $2, $3 from generate_series(1, $4)`,
      [userId, app.clock.now(), app.clock.in(60_000), count],
    );
  const idOf = ({ token }: Person) => (jsonwebtoken.decode(token) as JwtPayload)['sid'] as string;
  const signInLater = (name: string) => {
    app.clock.step(1);
    return signIn(app, name);
  };
  const get = <T>(path: string, { token }: Person) => call<T>(app, `GET ${path}`, { token });

  it('are two hundred: a further one ends the oldest, and not that of a phone with pushes', async () => {
    const karl = await signInLater('karl');
    const [phone, oldest] = [await signInLater('lisa'), await signInLater('lisa')];
    const deviceId = randomUUID();
    await app.database.query(
      `with device as (
         insert into devices (user_id, device_id, label, sound, push, seen_at)
         values ($1, $2, 'Chrome', 'armed', 'on', $4))
       insert into push_subscriptions
         (id, user_id, device_id, session_id, endpoint, p256dh, auth, created_at)
       values ($2, $1, $2, $3, $2::text, '', '', $4)`,
      [phone.userId, deviceId, idOf(phone), app.clock.now()],
    );
    const tab = await openTab(app, oldest);
    app.clock.step(1);
    await insert(phone, 197);
    await signInLater('lisa');
    expect(await activeOf(phone)).toHaveLength(200);
    const newest = await signInLater('lisa');
    expect(await tab.until('session:end')).toEqual({ reason: 'signed_out' });
    const active = await activeOf(phone);
    expect(active).toHaveLength(200);
    expect(active).not.toContain(idOf(oldest));
    const statuses = [phone, newest, karl].map(async (one) => (await get('/auth/me', one)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
    const acts = await app.database.query<object[]>(
      'select action, actor_id from audit_log where subject_id = $1 order by at',
      [idOf(oldest)],
    );
    expect(acts.at(-1)).toEqual({ action: 'session.ended', actor_id: phone.userId });
  });

  it('end together, however many there are from before the limit', async () => {
    const otto = await signInLater('otto');
    // In parts, because a statement has three seconds.
    for (let part = 0; part < 4; part += 1) await insert(otto, 2_350);
    expect((await get<SignInSession[]>('/auth/sessions', otto)).body).toHaveLength(200);
    const before = await activeOf(otto);
    const next = await signInLater('otto');
    expect(await activeOf(otto)).toHaveLength(before.length - 200 + 1);
    const { status } = await call(app, 'POST /auth/sign-out', {
      body: { everywhere: true },
      headers: { cookie: next.cookie, origin: ORIGIN, 'x-resq': '1' },
    });
    expect(status).toBe(204);
    expect(await activeOf(otto)).toEqual([]);
  });
});
