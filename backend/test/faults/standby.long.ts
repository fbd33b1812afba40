import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { timed, until } from '../support/wait-until.js';
import { Cluster } from './harness/cluster/cluster.js';
import { OwnPostgres } from './harness/cluster/postgres.js';
import { boundOf, measured } from './harness/history/figures.js';
import type { FeedClient } from './harness/clients/feed-client.js';
import { call } from './harness/clients/http.js';
import { replicateSynchronously } from './harness/schedule/database-faults.js';
import { Scene } from './harness/schedule/scene.js';

/** A real standby, by streaming replication, takes over from a primary that crashes. */

const FAILED_OVER_MS = boundOf('failedOver');
const REFUSED_MS = boundOf('refused');
const BACK_MS = boundOf('back');
const REPLICATED_MS = 10_000;
const TOGETHER = 12;
const PROBES = 6;
/** A proof lasts for a second. */
const PROBE_EVERY_MS = 1_100;
const ROW_MS = 120_000;

let postgres: OwnPostgres;
let cluster: Cluster;
let scene: Scene;
let tabs: FeedClient[];

beforeEach(async () => {
  postgres = new OwnPostgres();
  await postgres.start();
  cluster = await Cluster.start({ nodes: 2, postgres });
  scene = await Scene.on(cluster);
  tabs = [
    await scene.open(scene.lisa, cluster.node(0).url),
    await scene.open(scene.anna, cluster.node(1).url),
  ];
  await postgres.follow();
}, ROW_MS);

afterEach(async () => {
  for (const node of cluster.nodes) expect([node.isAlive, node.crashes]).toEqual([true, []]);
  scene.clients.forEach((client) => client.close());
  await cluster.stop();
  await postgres.stop();
}, ROW_MS);

/** Cuts the standby off, and connects it again when the returned function is called. */
async function cutOff(): Promise<() => Promise<void>> {
  const standby = new pg.Client(postgres.standbyUrl);
  await standby.connect();
  const { rows } = await standby.query<{ primary_conninfo: string }>('show primary_conninfo');
  const connectTo = async (address: string): Promise<void> => {
    await standby.query(`alter system set primary_conninfo = '${address}'`);
    await standby.query('select pg_reload_conf()');
    await until('replication follows', REPLICATED_MS, async () => {
      const receivers = await standby.query('select 1 from pg_stat_wal_receiver');
      return (receivers.rowCount === 1) === (address !== '');
    });
  };
  await connectTo('');
  // A failover ends this connection too.
  standby.on('error', () => undefined);
  return async () => {
    await connectTo(rows[0]?.primary_conninfo ?? '');
    await standby.end();
  };
}

/** Fails over, and waits until every tab is in the new epoch. */
async function failOver(): Promise<void> {
  const before = tabs.map(({ cursor }) => cursor?.epoch);
  await postgres.failOver();
  cluster.moveTo(postgres);
  const tookMs = await timed(() =>
    until('every tab is in the new epoch', 10 * FAILED_OVER_MS, () =>
      tabs.every(({ cursor }, n) => cursor && cursor.epoch !== before[n]),
    ),
  );
  measured('failedOver', [tookMs]);
  expect(tookMs).toBeLessThan(FAILED_OVER_MS);
}

it(
  'no answered alarm is lost when a synchronous standby takes over while members press',
  async () => {
    await replicateSynchronously(cluster);
    let goesOn = true;
    const pressOn = async (urls: string[]): Promise<void> => {
      while (goesOn) {
        const { id } = await scene.press(scene.karl, urls, { boundMs: BACK_MS });
        await scene.end(scene.karl, id, urls);
      }
    };
    const pressing = [cluster.urls, cluster.urls.toReversed()].map(pressOn);
    await until('some alarms are saved', BACK_MS, () => scene.history.presses.length > 10);
    await failOver();
    const pressed = scene.history.presses.length;
    await until('more alarms are saved', BACK_MS, () => scene.history.presses.length > pressed + 6);
    goesOn = false;
    await Promise.all(pressing);
    await scene.settled();
    const outcomes = new Set(scene.history.presses.map(({ outcome }) => outcome));
    expect([...outcomes]).toEqual(['ok']);
    expect(await scene.violations()).toEqual([]);
  },
  ROW_MS,
);

it(
  'no tab shows an alarm that only the crashed primary had, and every later one is shown',
  async () => {
    const saved = await scene.press(scene.karl, cluster.urls);
    const replicated = `select 1 from pg_stat_replication
      where replay_lsn >= pg_current_wal_lsn()`;
    await until('the standby has the alarm', REPLICATED_MS, async () => {
      return (await cluster.database.query(replicated)).rowCount === 1;
    });
    await cutOff();
    const lost = await scene.press(scene.karl, cluster.urls, { type: 'medical' });
    expect([saved.outcome, lost.outcome]).toEqual(['ok', 'ok']);
    await scene.settled();
    for (const tab of tabs) expect(tab.activeIds).toContain(lost.id);
    await failOver();
    const later = await scene.press(scene.karl, cluster.urls, { boundMs: BACK_MS });
    await until('every tab shows the later alarm', BACK_MS, () =>
      tabs.every(({ activeIds }) => activeIds.includes(later.id)),
    );
    for (const tab of tabs) {
      expect([...tab.activeIds].sort()).toEqual([saved.id, later.id].sort());
    }
    const { token } = scene.karl;
    for (const url of cluster.urls) {
      const { status } = await call(url, 'GET', `/alarms/${lost.id}`, { token });
      expect(status).toBe(404);
    }
  },
  ROW_MS,
);

it(
  'a connection that was open during the recovery has the lineage of the new timeline after it',
  async () => {
    const standby = new pg.Client(postgres.standbyUrl);
    await standby.connect();
    const lineageIn = async (client: { query: typeof standby.query }): Promise<string | null> => {
      const { rows } = await client.query<{ lineage: string | null }>(
        'select database_lineage() as lineage',
      );
      return rows[0]?.lineage ?? null;
    };
    const former = await lineageIn(cluster.database);
    expect([former, await lineageIn(standby)]).toEqual([expect.any(String), null]);
    await failOver();
    const promoted = await lineageIn(standby);
    expect([promoted, promoted === former]).toEqual([expect.any(String), false]);
    expect(await lineageIn(cluster.database)).toBe(promoted);
    await standby.end();
  },
  ROW_MS,
);

it(
  'presses are saved again within 15 s when the primary falls silent and a standby takes over',
  async () => {
    await replicateSynchronously(cluster);
    // Together these open every connection for presses; each of them then has to be given up.
    const together = Array.from({ length: TOGETHER }, () =>
      scene.press(scene.karl, cluster.urls, { boundMs: BACK_MS }),
    );
    await Promise.all(together);
    await postgres.failOverSilently();
    cluster.moveTo(postgres);
    const tookMs = await timed(async () => {
      const { outcome } = await scene.press(scene.lisa, cluster.urls, { boundMs: BACK_MS });
      expect(outcome).toBe('ok');
    });
    measured('back', [tookMs]);
    expect(tookMs).toBeLessThan(BACK_MS);
    await scene.settled();
    expect(await scene.violations()).toEqual([]);
  },
  ROW_MS,
);

it(
  'a press that the synchronous standby lacks is refused in time, also when its commit is cancelled',
  async () => {
    await replicateSynchronously(cluster);
    const reconnect = await cutOff();
    const { token, buildingId } = scene.karl;
    const alarmId = crypto.randomUUID();
    const [url] = cluster.urls as [string];
    const raise = () =>
      call(url, 'POST', `/buildings/${buildingId}/alarms`, {
        token,
        body: { alarmId, type: 'fire' },
      });
    const cancelled = raise();
    await until('the commit waits', REPLICATED_MS, async () => (await waiting()) > 0);
    // PostgreSQL then commits without the standby, and answers with a warning.
    await cluster.database.query(`select pg_cancel_backend(pid) from (${WAITING}) as waiting`);
    expect((await cancelled).status).toBe(503);
    const tookMs = await timed(async () => expect((await raise()).status).toBe(503));
    expect(tookMs).toBeLessThan(REFUSED_MS);
    await reconnect();
    const { outcome } = await scene.press(scene.karl, [url], { id: alarmId, boundMs: BACK_MS });
    expect(outcome).toBe('ok');
    await scene.settled();
    expect(await scene.violations()).toEqual([]);
  },
  ROW_MS,
);

it(
  'a node is not ready while its commits wait for the standby, and its probes do not pile up',
  async () => {
    await replicateSynchronously(cluster);
    const reconnect = await cutOff();
    const node = cluster.node(0);
    for (let n = 0; n < PROBES; n += 1) {
      expect(await node.health()).toBe(503);
      await pause(PROBE_EVERY_MS);
    }
    expect(await waiting()).toBeLessThanOrEqual(PROBES / 2);
    await reconnect();
    await node.untilReady();
  },
  ROW_MS,
);

/** The connections for presses whose commit waits for the standby. */
const WAITING = `select pid from pg_stat_activity
  where wait_event = 'SyncRep' and application_name = 'resq-press'`;

const waiting = async (): Promise<number> => (await cluster.database.query(WAITING)).rowCount ?? 0;
