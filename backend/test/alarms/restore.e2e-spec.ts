import { randomUUID } from 'node:crypto';
import type { RaiseResult, Sync } from '../../src/contract/alarm.js';
import { useBuilding } from '../support/building.js';
import { call, signIn, Tab, type Person } from '../support/client.js';
import { asOwner, onServer } from '../support/create-database.js';
import { dump, restore, rollBackDisk } from '../support/restores.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { promised, until } from '../support/wait-until.js';

/** A node notices within this time that its database is another one. */
const NOTICED_MS = 2_000;

const building = useBuilding();

// The restored databases are of no use to another test.
afterEach(() => building.app.close());

const events = (query: string) =>
  call<Sync>(building.app, `GET /buildings/${building.lisa.buildingId}/events${query}`, {
    token: building.lisa.token,
  });

/** Raises and ends alarms, so that the head moves by two for each. */
async function raiseAndEnd(times: number, person: Person = building.karl): Promise<RaiseResult> {
  let last: RaiseResult | undefined;
  for (let n = 0; n < times; n += 1) {
    const { body } = await call<RaiseResult>(
      building.app,
      `POST /buildings/${person.buildingId}/alarms`,
      { token: person.token, body: { alarmId: randomUUID(), type: 'fire' } },
    );
    await call(building.app, `POST /alarms/${body.alarm.id}/end`, {
      token: person.token,
      body: { outcome: 'resolved' },
    });
    last = body;
  }
  if (!last) throw new Error('nothing was raised');
  return last;
}

/** Stops the only node, and starts another one. */
async function restartAfter(work: (stopped: TestApp) => Promise<string>): Promise<void> {
  const stopped = building.app;
  await stopped.close();
  const databaseUrl = await work(stopped);
  building.app = await startApp({ databaseUrl });
  building.karl = await signIn(building.app, 'karl');
  building.lisa = await signIn(building.app, 'lisa');
}

async function withDatabase(url: string, work: (url: string) => Promise<void>): Promise<string> {
  await work(url);
  return url;
}

/** Copies the database file by file, as `createdb --template` and a snapshot do. */
async function copyOf(url: string): Promise<string> {
  const copy = new URL(url);
  copy.pathname = `${copy.pathname}_copy`;
  const names = [copy, new URL(url)].map(({ pathname }) => pathname.slice(1));
  await onServer((server) => server.query(`create database ${names[0]} template ${names[1]}`));
  return copy.toString();
}

describe('a database that is restored while a node runs', () => {
  it.each([
    ['from a dump', dump, restore],
    ['by setting the head back', undefined, setHeadBack],
    ['from a disk of an earlier moment', undefined, (url) => rollBackDisk(url, 2)],
  ] as [string, typeof dump | undefined, typeof restore][])(
    'begins a new epoch within 2 s (%s), and every tab misses nothing',
    async (_how, before, restoreIt) => {
      const tab = await building.open(building.lisa);
      const { epoch } = await raiseAndEnd(1);
      await before?.(building.app.databaseUrl);
      await raiseAndEnd(3);
      await tab.until('alarm:event', 8);
      const since = performance.now();
      await restoreIt(building.app.databaseUrl);
      // A periodic head of the old epoch may come first.
      const started = () => tab.all('building:head').find((one) => one.epoch !== epoch);
      await until('a new epoch begins', promised(NOTICED_MS), () => started() !== undefined);
      expect(performance.now() - since).toBeLessThan(promised(NOTICED_MS));
      const head = started();
      expect(head).toMatchObject({ seq: 2 });
      expect((await events(`?after=8&epoch=${epoch}`)).body).toMatchObject({
        reset: true,
        head: 2,
        epoch: head?.epoch,
      });
      // The signals of these events carry the same numbers as those before the restore.
      await raiseAndEnd(4, building.anna);
      await tab.until('alarm:event', 16);
      const later = tab.all('alarm:event').slice(8);
      expect(later.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
      expect(new Set(later.map((event) => event.epoch))).toEqual(new Set([head?.epoch]));
    },
  );

  it('begins the new epoch with the very next alarm, before anything else looks', async () => {
    const { epoch } = await raiseAndEnd(1);
    await dump(building.app.databaseUrl);
    await raiseAndEnd(2);
    await restore(building.app.databaseUrl);
    const next = await raiseAndEnd(1);
    expect(next.seq).toBe(3);
    expect(next.epoch).not.toBe(epoch);
    // The same lineage goes on: nothing begins a second one.
    expect((await raiseAndEnd(1)).epoch).toBe(next.epoch);
  });
});

describe('a database that is restored while no node runs', () => {
  it('resets a tab whose cursor the restored stream has passed meanwhile', async () => {
    const { epoch } = await raiseAndEnd(1);
    await dump(building.app.databaseUrl);
    await raiseAndEnd(3);
    await restartAfter(({ databaseUrl }) => withDatabase(databaseUrl, restore));
    await raiseAndEnd(5);
    const { body } = await events(`?after=8&epoch=${epoch}`);
    expect(body).toMatchObject({ reset: true, head: 12, events: [] });
    expect(body.epoch).not.toBe(epoch);
  });

  it('begins a new epoch in a copy of the database files', async () => {
    const { epoch } = await raiseAndEnd(1);
    await restartAfter(({ databaseUrl }) => copyOf(databaseUrl));
    await raiseAndEnd(1);
    const { body } = await events(`?after=4&epoch=${epoch}`);
    expect(body).toMatchObject({ reset: true, head: 4 });
    expect(body.epoch).not.toBe(epoch);
  });

  it('resets a tab by the time of its last event when only a disk was put back', async () => {
    const tab = await building.open(building.lisa);
    await raiseAndEnd(3);
    const { epoch, seq, at } = await tab.until('alarm:event', 6);
    await restartAfter(({ databaseUrl }) =>
      withDatabase(databaseUrl, (url) => rollBackDisk(url, 2)),
    );
    building.app.clock.step(60_000);
    await raiseAndEnd(5);
    const back = (cursor: object) => {
      const cursors = { [building.lisa.buildingId]: { epoch, seq, ...cursor } };
      return building.connect({ token: building.lisa.token, cursors });
    };
    expect(await back({ at }).until('sync')).toMatchObject({ reset: true, head: 12 });
    const head = (await events(`?after=12&epoch=${epoch}`)).body;
    const known = { seq: 12, at: head.headAt };
    expect(await back(known).until('sync')).toMatchObject({ reset: false, head: 12 });
  });
});

it('a stream that nobody restored keeps its epoch over restarts, crowds and idle time', async () => {
  const { epoch } = await raiseAndEnd(1);
  await restartAfter(({ databaseUrl }) => Promise.resolve(databaseUrl));
  const members = [building.karl, building.lisa];
  const both = await Promise.all(members.map((person) => raiseAndEnd(2, person)));
  expect(new Set(both.map((one) => one.epoch))).toEqual(new Set([epoch]));
  await asOwner(building.app.databaseUrl, (owner) =>
    owner.query('vacuum (full, freeze) building_streams'),
  );
  const tab: Tab = await building.open(building.lisa);
  expect(tab.all('sync')[0]?.epoch).toBe(epoch);
});

/** A restore by hand, which rewrites the rows. */
async function setHeadBack(databaseUrl: string): Promise<void> {
  await asOwner(databaseUrl, async (owner) => {
    await owner.query(
      'delete from alarms where id in (select alarm_id from alarm_events where seq > 2)',
    );
    await owner.query('update building_streams set head = 2');
  });
}
