import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { Device } from '../../src/contract/devices.js';
import type { BuildingDetails, Page } from '../../src/contract/http.js';
import { ReadinessBroadcaster } from '../../src/modules/alarms/live/readiness-broadcaster.js';
import { PresenceService } from '../../src/modules/buildings/devices/presence.service.js';
import { call, newPerson, signIn, Tab, type Person } from '../support/client.js';
import { ARMED, BLOCKED, CHROME, say, untilIs } from '../support/device-states.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';

/** The states that devices report, and the number of ready homes, over two nodes without Redis. */

let first: TestApp;
let second: TestApp;
let anna: Person;
let karl: Person;
let lisa: Person;
const tabs: Tab[] = [];

beforeAll(async () => {
  first = await startApp();
  const { databaseUrl, clock, dataDir } = first;
  second = await startApp({ databaseUrl, clock, env: { DATA_DIR: dataDir } });
  const names = ['anna', 'karl', 'lisa'];
  [anna, karl, lisa] = (await Promise.all(names.map((name) => signIn(first, name)))) as [
    Person,
    Person,
    Person,
  ];
});

afterAll(async () => {
  await second.close();
  await first.close();
});

afterEach(async () => {
  tabs.splice(0).forEach((tab) => tab.close());
  await untilIs(() => ready(anna), 0);
});

async function open(app: TestApp, person: Person, deviceId = randomUUID()): Promise<Tab> {
  const tab = new Tab(app, { token: person.token, deviceId }, ORIGIN, CHROME);
  tabs.push(tab);
  await tab.until('sync');
  return tab;
}

/** Steps the clock and sends the heartbeats that keep both nodes alive. */
async function pass(ms: number): Promise<void> {
  first.clock.step(ms);
  await Promise.all([first, second].map(({ app }) => app.get(PresenceService).heartbeat()));
}

const building = (person: Person, id = person.buildingId, app = first) =>
  call<BuildingDetails>(app, `GET /buildings/${id}`, person);

const ready = async (person: Person) => (await building(person)).body.homesReady;

const devices = async (person: Person) =>
  (await call<Page<Device>>(first, 'GET /devices', person)).body.items;

describe('a home', () => {
  it('is ready exactly while one of its devices is connected and can sound', async () => {
    const tab = await open(first, lisa);
    expect(await ready(karl)).toBe(0);
    expect(await say(tab, BLOCKED)).toMatchObject({ ok: true, testedAt: null });
    expect(await ready(karl)).toBe(0);
    await say(tab, ARMED);
    expect(await ready(karl)).toBe(1);
    await say(tab, { ...ARMED, sound: 'muted' });
    expect(await ready(karl)).toBe(0);
    await say(tab, ARMED);
    tab.close();
    await untilIs(() => ready(karl), 0);
  });

  it('is counted once, with any number of devices, tabs and nodes', async () => {
    const phone = randomUUID();
    const [one, other] = [await open(first, lisa, phone), await open(second, lisa, phone)];
    const third = await open(first, lisa);
    await Promise.all([say(one, ARMED), say(other, ARMED), say(third, ARMED)]);
    expect(await ready(karl)).toBe(1);
    one.close();
    third.close();
    await untilIs(async () => (await devices(lisa)).filter((device) => device.ready).length, 1);
    expect(await ready(karl)).toBe(1);
    other.close();
    await untilIs(() => ready(karl), 0);
  });

  it('is ready when one of two tabs of a device can sound, whichever reported last', async () => {
    const phone = randomUUID();
    const [armed, blocked] = [await open(first, lisa, phone), await open(first, lisa, phone)];
    await say(armed, ARMED);
    await say(blocked, BLOCKED);
    expect(await ready(karl)).toBe(1);
    armed.close();
    await untilIs(() => ready(karl), 0);
  });

  it('is not counted among the neighbours of its own members', async () => {
    await say(await open(first, lisa), ARMED);
    await say(await open(second, karl), ARMED);
    const counts = { homesKnown: 3, homesReady: 2, neighboursKnown: 2 };
    expect((await building(lisa)).body).toMatchObject({ ...counts, neighboursReady: 1 });
    const { body } = await building(anna, anna.buildingId, second);
    expect(body).toMatchObject({ ...counts, neighboursReady: 2 });
    expect(Object.keys(body).sort()).toEqual([
      'address',
      'homes',
      'homesKnown',
      'homesReady',
      'id',
      'name',
      'neighboursKnown',
      'neighboursReady',
    ]);
  });

  it('is announced to tabs at all nodes when its readiness changes, and is no neighbour to its own tabs', async () => {
    const watcher = await open(second, karl);
    const tab = await open(first, lisa);
    await say(tab, ARMED);
    const armed = await untilReadiness(watcher, { homesReady: 1, neighboursReady: 1 });
    await untilReadiness(tab, { homesReady: 1, neighboursReady: 0 });
    tab.close();
    await untilReadiness(watcher, { homesReady: 0, neighboursReady: 0 }, armed);
    expect(JSON.stringify(watcher.all('building:readiness'))).not.toContain(lisa.userId);
    const count = watcher.all('building:readiness').length;
    await look();
    await say(watcher, BLOCKED);
    await untilReadiness(await open(second, anna), { homesReady: 0, neighboursReady: 0 });
    expect(watcher.all('building:readiness')).toHaveLength(count);
  });

  it('stops being ready when its only member is revoked, while their tab is still open', async () => {
    const tab = await open(first, lisa);
    await say(tab, ARMED);
    expect(await ready(karl)).toBe(1);
    const set = `update memberships set status = $1 where id = $2`;
    await first.database.query(set, ['revoked', lisa.membershipId]);
    expect((await building(karl)).body).toMatchObject({ homesKnown: 2, homesReady: 0 });
    await first.database.query(set, ['active', lisa.membershipId]);
  });
});

const look = () =>
  Promise.all([first, second].map(({ app }) => app.get(ReadinessBroadcaster).poll()));

/** Waits for counts after the first `seen` that the tab has received. Resolves to their place. */
async function untilReadiness(tab: Tab, counts: object, seen = 0): Promise<number> {
  for (;;) {
    await look();
    const last = await tab.until('building:readiness', ++seen);
    if (Object.entries(counts).every(([name, count]) => last[name as 'homesReady'] === count)) {
      return seen;
    }
  }
}

describe('a node', () => {
  it('that was killed no longer counts for its devices after ten seconds', async () => {
    await say(await open(second, lisa), ARMED);
    expect(await ready(karl)).toBe(1);
    const dead = jest.spyOn(second.app.get(PresenceService), 'heartbeat').mockResolvedValue();
    first.clock.step(9_000);
    await first.app.get(PresenceService).heartbeat();
    expect(await ready(karl)).toBe(1);
    first.clock.step(1_001);
    await first.app.get(PresenceService).heartbeat();
    expect(await ready(karl)).toBe(0);
    expect(await devices(lisa)).not.toContainEqual(expect.objectContaining({ connected: true }));
    dead.mockRestore();
  });

  it('that was taken for dead counts again, without a report from its tabs', async () => {
    await say(await open(second, lisa), ARMED);
    const frozen = jest.spyOn(second.app.get(PresenceService), 'heartbeat').mockResolvedValue();
    first.clock.step(61_000);
    await first.app.get(PresenceService).heartbeat();
    const nodes = await first.database.query<unknown[]>('select 1 from nodes');
    expect(nodes).toHaveLength(1);
    frozen.mockRestore();
    await untilIs(() => ready(karl), 1);
  });
});

describe('a device', () => {
  it('is listed with its state, and with the last one when it is disconnected', async () => {
    const id = randomUUID();
    const tab = await open(first, anna, id);
    await say(tab, { ...BLOCKED, push: 'denied' });
    const unpushed = { pushSubscription: 'none', pushTestedAt: null, readyByPush: false };
    const own = { id, name: null, label: 'Chrome på Android' };
    const known = { ...own, push: 'denied', testedAt: null, ...unpushed };
    expect(await devices(anna)).toContainEqual({
      ...known,
      connected: true,
      ready: false,
      sound: 'blocked',
      lastSeenAt: first.clock.now().toISOString(),
    });
    const { build } = (await say(tab, ARMED)) as unknown as { build: string };
    expect(build).toMatch(/^([0-9a-f]{12}|dev)$/);
    const gone = first.clock.now().toISOString();
    tab.close();
    await untilIs(async () => (await devices(anna)).find((one) => one.id === id)?.connected, false);
    await pass(60_000);
    expect(await devices(anna)).toContainEqual(
      expect.objectContaining({ id, connected: false, ready: false, lastSeenAt: gone }),
    );
  });

  it('stores the time at which its person confirmed the sound test, also for later reports', async () => {
    const id = randomUUID();
    const tab = await open(first, karl, id);
    const testedAt = first.clock.now().toISOString();
    expect(await say(tab, { ...ARMED, tested: true })).toMatchObject({ ok: true, testedAt });
    await pass(60_000);
    expect(await say(tab, BLOCKED)).toMatchObject({ testedAt });
    expect(await say(await open(second, karl, id), ARMED)).toMatchObject({ testedAt });
    expect(await say(await open(second, karl), ARMED)).toMatchObject({ testedAt: null });
  });

  it('can be removed by its own person only; its connections end and it is not counted', async () => {
    const id = randomUUID();
    const tab = await open(second, lisa, id);
    await say(tab, { ...ARMED, tested: true });
    for (const [person, device] of [
      [karl, id],
      [lisa, randomUUID()],
    ] as const) {
      const { status, body } = await call(first, `DELETE /devices/${device}`, person);
      expect([status, body.error.code]).toEqual([404, 'device.not_found']);
    }
    expect(await ready(karl)).toBe(1);
    expect((await call(first, `DELETE /devices/${id}`, lisa)).status).toBe(204);
    expect(await ready(karl)).toBe(0);
    expect((await devices(lisa)).map((device) => device.id)).not.toContain(id);
    await tab.untilAny('disconnect');
    expect(await say(await open(second, lisa, id), ARMED)).toMatchObject({ testedAt: null });
  });

  it('with the same id is another device when another person uses it', async () => {
    const id = randomUUID();
    await say(await open(first, lisa, id), { ...ARMED, tested: true });
    const other = await open(first, karl, id);
    expect(await say(other, BLOCKED)).toMatchObject({ testedAt: null });
    expect(await ready(anna)).toBe(1);
  });

  it.each([
    ['an unknown sound', { ...ARMED, sound: 'loud' }],
    ['no sound', { ...ARMED, sound: undefined }],
    ['an unknown push', { ...ARMED, push: 'maybe' }],
    ['a build of 65 characters', { ...ARMED, build: 'x'.repeat(65) }],
    ['a visibility that is no boolean', { ...ARMED, visible: 'yes' }],
    ['an unknown property', { ...ARMED, userId: randomUUID() }],
    ['nothing', undefined],
  ])('that reports %s is refused and not counted', async (_what, state) => {
    const tab = await open(first, lisa);
    expect(await say(tab, state)).toMatchObject({ ok: false, error: { code: 'request.invalid' } });
    expect(await ready(karl)).toBe(0);
  });
});

it('strangers receive the same answer for a building and for an unknown id', async () => {
  const otto = await signIn(first, 'otto');
  const visitor = await newPerson(first);
  for (const person of [otto, visitor]) {
    for (const id of [lisa.buildingId, randomUUID()]) {
      const { status, body } = await building(person, id);
      expect([status, body.error.code]).toEqual([403, 'building.not_a_member']);
    }
  }
  expect((await call(first, `GET /buildings/${lisa.buildingId}`)).status).toBe(401);
  expect((await call(first, 'GET /devices')).status).toBe(401);
  expect((await call(first, `DELETE /devices/${randomUUID()}`)).status).toBe(401);
});

it('three hundred devices that connect at once are saved with at most two statements', async () => {
  const presence = first.app.get(PresenceService);
  const queries = jest.spyOn(first.app.get(DataSource), 'query');
  const users = await first.database.query<{ userId: string }[]>(
    `insert into users (id, email, password_hash, password_is_long, created_at)
     select gen_random_uuid(), 'nr-' || n || '@resq.example', 'none', false, now()
       from generate_series(1, 15) n returning id as "userId"`,
  );
  const report = { userAgent: CHROME, sound: 'armed', push: 'off' } as const;
  const reports = users.flatMap(({ userId }) =>
    Array.from({ length: 20 }, () => ({ ...report, userId, deviceId: randomUUID() })),
  );
  await Promise.all(reports.map((one) => presence.report(one.deviceId, one)));
  const written = queries.mock.calls.filter(([sql]) => sql.includes('into presences'));
  expect(written).not.toEqual([]);
  expect(written.length).toBeLessThan(3);
  queries.mockRestore();
  for (const one of reports) presence.leave(one.deviceId, one);
});
