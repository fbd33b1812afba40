import type { BuildingDetails, Member, Membership } from '../../src/contract/http.js';
import { call, newPerson, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

/** Changes that leave everything as it is, and how often members change their own name or home. */

const DAY_MS = 24 * 60 * 60_000;
const OFTEN =
  'Namn, lägenhet och medlemskap kan ändras högst 20 gånger på ett dygn. Försök igen i morgon.';

let app: TestApp;
let anna: Person;
let karl: Person;

beforeEach(async () => {
  app = await freshApp();
  [anna, karl] = (await Promise.all(['anna', 'karl'].map((name) => signIn(app, name)))) as [
    Person,
    Person,
  ];
});

const own = (body: object, { token, membershipId }: Person = karl) =>
  call<Membership>(app, `PATCH /memberships/${membershipId}`, { token, body });
const change = (body: object, { membershipId }: Person = karl) =>
  call<Member>(app, `PATCH /buildings/${anna.buildingId}/members/${membershipId}`, {
    token: anna.token,
    body,
  });

/** @returns what the acts leave in the audit log, in the outbox and among the changes of homes */
async function tracesOf(acts: () => Promise<unknown>): Promise<string[]> {
  const read = async () => {
    const rows = await app.database.query<{ id: string; what: string }[]>(
      `select id::text, action as what from audit_log
       union all select id::text, 'job' from outbox where name = 'push.notice'
       union all select id::text, 'home change' from home_changes`,
    );
    return new Map(rows.map(({ id, what }) => [id, what]));
  };
  const before = await read();
  await acts();
  return [...(await read())].filter(([id]) => !before.has(id)).map(([, what]) => what);
}

describe('a member’s own change', () => {
  it.each([{}, { name: 'Karl Ek' }, { apartment: '1301' }, { name: 'Karl Ek', entrance: '' }])(
    'to %j leaves no trace when it is so already',
    async (same) => {
      const traces = await tracesOf(async () => {
        const { status, body } = await own(same);
        expect([status, body]).toMatchObject([200, { name: 'Karl Ek', apartment: '1301' }]);
      });
      expect(traces).toEqual([]);
      expect(await tracesOf(() => own({ name: 'Karl E' }))).toEqual(
        expect.arrayContaining(['membership.changed', 'home change']),
      );
    },
  );

  it('requests a home once', async () => {
    const traces = await tracesOf(() => own({ apartment: '1302' }));
    expect(traces.toSorted()).toEqual(['job', 'membership.changed']);
    expect(await tracesOf(() => own({ apartment: '1302' }))).toEqual([]);
  });

  it('is made twenty times within a day', async () => {
    const lisa = await signIn(app, 'lisa');
    // A manager's change is none of one's own.
    await change({ maySend: false });
    for (let n = 1; n <= 20; n += 1) {
      expect((await own({ name: `Karl ${n}` })).status).toBe(200);
      app.clock.step(10_000);
    }
    const { status, body, headers } = await own({ name: 'Karl 21' });
    expect([status, body.error.code, body.error.message]).toEqual([
      429,
      'membership.changed_often',
      OFTEN,
    ]);
    const first = 20 * 10_000;
    const waitMs = Number(headers.get('retry-after')) * 1_000;
    expect(waitMs).toBeGreaterThan(DAY_MS - first - 10_000);
    expect(waitMs).toBeLessThanOrEqual(DAY_MS - first + 1_000);
    // Those that change nothing are not refused, and count for nothing; nor does another member's.
    expect((await own({ name: 'Karl 20' })).status).toBe(200);
    expect((await own({ name: 'Lisa L' }, lisa)).status).toBe(200);
    app.clock.step(waitMs);
    karl = await signIn(app, 'karl');
    expect((await own({ name: 'Karl 21' })).status).toBe(200);
    expect((await own({ name: 'Karl 22' })).status).toBe(429);
  });
});

describe('a manager’s change', () => {
  it.each([
    {},
    { status: 'active' },
    { role: 'resident' },
    { maySend: true },
    { status: 'active', role: 'resident', maySend: true },
  ])('to %j leaves no trace when it is so already', async (same) => {
    const traces = await tracesOf(async () => {
      const { status, body } = await change(same);
      expect([status, body]).toMatchObject([200, { name: 'Karl Ek', status: 'active' }]);
    });
    expect(traces).toEqual([]);
  });

  it('is made once when it is repeated', async () => {
    for (const body of [
      { maySend: false, pauseReason: 'För många larm' },
      { maySend: true },
      { role: 'manager' },
      { role: 'resident' },
      { status: 'revoked' },
    ]) {
      const traces = await tracesOf(async () => {
        expect((await change(body)).status).toBe(200);
      });
      expect(traces).toContain('membership.changed');
      expect(await tracesOf(() => change(body))).toEqual([]);
    }
  });
});

describe('a manager’s changes of one member', () => {
  it('are fifty within a day; a removal is one more, and other members can be changed', async () => {
    const lisa = await signIn(app, 'lisa');
    // The member's own changes are none of the manager's, nor are answers to a home.
    await own({ apartment: '1302' });
    const answer = { confirmed: false, apartment: '1302' };
    const route = `POST /buildings/${anna.buildingId}/members/${karl.membershipId}/home`;
    expect((await call(app, route, { token: anna.token, body: answer })).status).toBe(200);
    for (let n = 1; n <= 50; n += 1) {
      const body = { role: n % 2 ? 'manager' : 'resident' };
      expect((await change(body)).status).toBe(200);
      app.clock.step(1_000);
    }
    const { status, body, headers } = await change({ role: 'manager' });
    expect([status, body.error.code, body.error.message]).toEqual([
      429,
      'membership.managed_often',
      'En medlem kan ändras högst 50 gånger på ett dygn av samma ansvarig. Försök igen i morgon.',
    ]);
    const waitMs = Number(headers.get('retry-after')) * 1_000;
    expect(waitMs).toBeGreaterThan(DAY_MS - 60_000);
    expect((await change({ maySend: false }, lisa)).status).toBe(200);
    expect((await change({ status: 'revoked' })).status).toBe(200);
    expect((await change({ status: 'active' })).status).toBe(429);
    app.clock.step(DAY_MS);
    anna = await signIn(app, 'anna');
    expect((await change({ status: 'active' })).status).toBe(200);
  });

  it('tell the managers of many removals once an hour, also when one is undone and repeated', async () => {
    // The hour of the clock begins, so that the test does not see two of them.
    app.clock.step(60 * 60_000 - (app.clock.now().getTime() % (60 * 60_000)));
    anna = await signIn(app, 'anna');
    const saved = async () =>
      (
        await app.database.query<object[]>(
          `select 1 from outbox where name = 'push.notice' and payload ->> 'about' = 'many_removed'`,
        )
      ).length;
    const members = [karl];
    for (let n = 1; n <= 5; n += 1) {
      members.push(await newPerson(app, { name: `Granne ${n}`, apartment: `110${n % 4}` }));
    }
    for (const member of members) await change({ status: 'revoked' }, member);
    expect(await saved()).toBe(1);
    const last = members.at(-1)!;
    expect((await change({ status: 'active' }, last)).status).toBe(200);
    expect((await change({ status: 'revoked' }, last)).status).toBe(200);
    expect(await saved()).toBe(1);
  });
});

it('a building is changed once, and the log names what has changed', async () => {
  const route = `PATCH /buildings/${anna.buildingId}`;
  const send = (body: object) => call(app, route, { token: anna.token, body });
  const { body: known } = await call<BuildingDetails>(app, route.replace('PATCH', 'GET'), anna);
  const { name, address } = known;
  expect(await tracesOf(() => send({ name, address, rescueNote: '' }))).toEqual([]);
  const next = { name: 'BRF Nya namnet', address, rescueNote: 'Gas i källaren' };
  expect(await tracesOf(() => send(next))).toEqual(['building.changed']);
  expect(await tracesOf(() => send(next))).toEqual([]);
  const [entry] = await app.database.query<object[]>(
    `select details from audit_log where building_id = $1 and action = 'building.changed'`,
    [anna.buildingId],
  );
  expect(entry).toEqual({ details: { name: true, rescueNote: true } });
});
