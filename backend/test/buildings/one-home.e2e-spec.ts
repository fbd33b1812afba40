import { randomUUID } from 'node:crypto';
import type { Reach } from '../../src/contract/alarm.js';
import { entranceKey, homeKeyIn } from '../../src/contract/homes.js';
import type { BuildingDetails, Page, PastAlarm } from '../../src/contract/http.js';
import { call, newPerson, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

/** A home is one home however its entrance is spelled, and a manager may have none. */

const SPELLINGS = [
  'A',
  'a',
  'Uppgång A',
  'uppg. A',
  'UPPGÅNG a',
  'Trappa A.',
  'Port A',
  'entré  a',
  'Uppgång Port A',
  'Trappa uppg. a',
];
const OTHERS = ['B', 'AB', 'Portugal', 'Gjutargatan 12', 'Ö', 'Uppgång', ''];

let app: TestApp;
let anna: Person;
let karl: Person;
let lisa: Person;

beforeEach(async () => {
  app = await freshApp();
  [anna, karl, lisa] = (await Promise.all(
    ['anna', 'karl', 'lisa'].map((name) => signIn(app, name)),
  )) as [Person, Person, Person];
});

const live = ({ membershipId }: Person, entrance: string | null, apartment = '1201') =>
  app.database.query('update memberships set entrance = $2, apartment = $3 where id = $1', [
    membershipId,
    entrance,
    apartment,
  ]);
const homesOf = async (...members: Person[]) => {
  const rows = await app.database.query<{ home: string | null }[]>(
    'select home from unnest($1::uuid[]) with ordinality as p(id, n) join memberships m using (id) order by n',
    [members.map(({ membershipId }) => membershipId)],
  );
  return rows.map(({ home }) => home);
};
async function raise(by: Person, type = 'fire'): Promise<string> {
  const alarmId = randomUUID();
  const path = `POST /buildings/${by.buildingId}/alarms`;
  const { status } = await call(app, path, { token: by.token, body: { alarmId, type } });
  expect(status).toBe(201);
  return alarmId;
}
const reach = async (alarmId: string, by: Person) =>
  (await call<Reach>(app, `GET /alarms/${alarmId}/reach`, by)).body;
const details = async (by: Person) =>
  (await call<BuildingDetails>(app, `GET /buildings/${anna.buildingId}`, by)).body;

it.each([...SPELLINGS, ...OTHERS])('%j has the same key in the database and here', async (text) => {
  const [row] = await app.database.query<{ key: string }[]>('select entrance_key($1) as key', [
    text,
  ]);
  expect(row?.key).toBe(entranceKey(text));
});

it('tells the spellings of an entrance from other entrances', () => {
  expect(new Set(SPELLINGS.map(entranceKey))).toEqual(new Set(['a']));
  expect(new Set(OTHERS.slice(0, -1).map(entranceKey)).size).toBe(OTHERS.length - 1);
});

it('knows a missing entrance where the building has a single one', async () => {
  await live(anna, 'Uppgång A');
  await live(karl, null);
  await live(lisa, 'a');
  expect(await homesOf(anna, karl, lisa)).toEqual(['a/1201', 'a/1201', 'a/1201']);
  await live(lisa, 'B');
  expect(await homesOf(anna, karl, lisa)).toEqual(['a/1201', '/1201', 'b/1201']);
  const homes = [{ entrance: 'Uppg. A', apartment: '1201' }, { apartment: '1201' }];
  const key = homeKeyIn(homes);
  expect(homes.map(key)).toEqual(['a/1201', 'a/1201']);
});

it('warns, reaches and counts one home of a household that spells its entrance in five ways', async () => {
  const household = await Promise.all(
    Array.from({ length: 4 }, () => newPerson(app, { name: 'Boende', apartment: '1201' })),
  );
  await live(anna, 'A');
  for (const [n, spelling] of ['a', 'Uppgång A', 'uppg. A', null].entries()) {
    await live(household[n]!, spelling);
  }
  await live(karl, 'A', '1301');
  await live(lisa, 'port a', '1301');

  expect(await details(anna)).toMatchObject({ homesKnown: 2, neighboursKnown: 1 });
  const alarmId = await raise(anna);
  const before = await reach(alarmId, anna);
  expect(before.homes.map(({ apartment }) => apartment)).toEqual(['1301']);
  expect(before.counts).toMatchObject({ homes: 1, responded: 0 });
  // All homes of an entrance have it in one spelling.
  await live(lisa, 'port a', '1302');
  const { homes } = await reach(alarmId, anna);
  expect(homes.map(({ entrance }) => entrance)).toEqual(['A', 'A']);
  await live(lisa, 'port a', '1301');

  const path = `POST /alarms/${alarmId}/responses`;
  await call(app, path, { token: lisa.token, body: { response: 'safe' } });
  expect((await reach(alarmId, anna)).counts).toMatchObject({ homes: 1, responded: 1 });
  // Every home has answered, so nobody is warned again.
  app.clock.step(61_000);
  const events = `GET /buildings/${anna.buildingId}/events`;
  const { body: stream } = await call<{ events: { kind: string }[] }>(app, events, anna);
  expect(stream.events.map(({ kind }) => kind)).not.toContain('escalated');

  const list = `GET /buildings/${anna.buildingId}/alarms`;
  const { body: past } = await call<Page<PastAlarm>>(app, list, anna);
  expect(past.items[0]?.reached).toEqual({ reached: 1, homes: 1 });
});

it('counts a manager who lives elsewhere as no home, and warns them as everybody', async () => {
  await live(anna, null, '');
  expect(await homesOf(anna)).toEqual([null]);
  expect(await details(anna)).toMatchObject({ homesKnown: 2, neighboursKnown: 2 });
  expect(await details(karl)).toMatchObject({ homesKnown: 2, neighboursKnown: 1 });
  const alarmId = await raise(karl);
  expect((await reach(alarmId, anna)).homes.map(({ apartment }) => apartment)).toEqual(['1102']);
  const { body } = await call<{ active: { id: string }[] }>(
    app,
    `GET /buildings/${anna.buildingId}/events`,
    anna,
  );
  expect(body.active.map(({ id }) => id)).toEqual([alarmId]);
  // Their own alarm reaches every home.
  const own = await raise(anna, 'other');
  expect((await reach(own, anna)).counts.homes).toBe(2);
});

it('has no resident without a home', async () => {
  await expect(live(karl, null, '')).rejects.toThrow(/memberships_home/);
});
