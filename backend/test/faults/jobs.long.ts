import { Cluster } from './harness/cluster/cluster.js';
import { boundOf, measured } from './harness/history/figures.js';
import { OwnPostgres } from './harness/cluster/postgres.js';
import { Scene } from './harness/schedule/scene.js';
import { until } from '../support/wait-until.js';

/** A row that a broken queue has lost is added again after 15 s, and the job runs right after that. */
const RECOVERED_MS = 20_000;
const ROW_MS = 90_000;
const ALARMS = 3;
const AHEAD_MS = 3_000;

const postgres = new OwnPostgres();
let cluster: Cluster;
let scene: Scene;

beforeAll(async () => {
  await postgres.start();
  cluster = await Cluster.start({ nodes: 1, postgres, redis: false });
}, ROW_MS);

afterAll(async () => {
  await cluster.stop();
  await postgres.stop();
});

beforeEach(async () => {
  scene = await Scene.on(cluster);
});

afterEach(() => scene.close(cluster.node(0).url));

/** Moves the alarm's expiry, which is otherwise an hour after the press. */
async function endsAt(alarmId: string, at: Date): Promise<void> {
  const { database } = cluster;
  await database.query(
    `update alarm_events set record = record || jsonb_build_object('expiresAt', $2::text)
      where alarm_id = $1`,
    [alarmId, at.toISOString()],
  );
  await database.query(`update outbox set due_at = $2 where payload->>'alarmId' = $1`, [
    alarmId,
    at,
  ]);
}

/** Reads the saved status, which only the job sets: the API shows an overdue alarm as expired. */
async function isExpired(alarmId: string): Promise<boolean> {
  const { rows } = await cluster.database.query<{ status: string }>(
    'select status from alarms where id = $1',
    [alarmId],
  );
  return rows[0]?.status === 'expired';
}

it(
  'a worker runs its jobs again after a crash of the database',
  async () => {
    const { id } = await scene.press(scene.karl, cluster.urls);
    await postgres.crash();
    await postgres.start();
    await cluster.node(0).untilReady();
    await endsAt(id, new Date());
    await until('the job has run', RECOVERED_MS, () => isExpired(id));
  },
  ROW_MS,
);

it(
  'a worker that started before its database runs its jobs',
  async () => {
    const { id } = await scene.press(scene.karl, cluster.urls);
    const node = cluster.node(0);
    await node.kill();
    await postgres.crash();
    node.spawn();
    await until('the node reports that it is not ready', RECOVERED_MS, async () => {
      return (await node.health()) === 503;
    });
    await postgres.start();
    await node.untilReady(RECOVERED_MS);
    await endsAt(id, new Date());
    await until('the job has run', RECOVERED_MS, () => isExpired(id));
  },
  ROW_MS,
);

it(
  'a worker ends alarms within a second of their expiry',
  async () => {
    const late: number[] = [];
    for (let count = 0; count < ALARMS; count += 1) {
      const { id } = await scene.press(scene.karl, cluster.urls);
      // Far enough ahead that a sweep runs first and finds nothing.
      const due = new Date(Date.now() + AHEAD_MS);
      await endsAt(id, due);
      await until('the alarm has ended', AHEAD_MS + RECOVERED_MS, () => isExpired(id));
      const { rows } = await cluster.database.query<{ at: Date }>(
        `select at from alarm_events where alarm_id = $1 and kind = 'expired'`,
        [id],
      );
      late.push(rows[0]!.at.getTime() - due.getTime());
    }
    measured('expired', late);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...late)).toBeLessThan(boundOf('expired'));
  },
  ROW_MS,
);
