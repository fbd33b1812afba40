import { Cluster } from './harness/cluster.js';
import { OwnPostgres } from './harness/postgres.js';
import { Scene } from './harness/scene.js';
import { until } from './harness/waiting.js';

/** The sweep that fills the queue from the outbox comes every 15 s, and the job right after it. */
const RECOVERED_MS = 20_000;
const ROW_MS = 90_000;

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

/** The time of what was pressed is up now, instead of in an hour. */
async function makeDue(alarmId: string): Promise<void> {
  const { database } = cluster;
  await database.query(
    `update alarm_events set record = jsonb_set(record, '{expiresAt}', to_jsonb(raised))
       from (select id, to_char(raised_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
               as raised from alarms) as past
      where past.id = alarm_id and alarm_id = $1`,
    [alarmId],
  );
  await database.query(`update outbox set due_at = now() where payload->>'alarmId' = $1`, [
    alarmId,
  ]);
}

/** Written down by the job alone; readers see it expired in any case. */
async function isExpired(alarmId: string): Promise<boolean> {
  const { rows } = await cluster.database.query<{ status: string }>(
    'select status from alarms where id = $1',
    [alarmId],
  );
  return rows[0]?.status === 'expired';
}

it(
  'runs its jobs again after a crash of the database',
  async () => {
    const { id } = await scene.press(scene.karl, cluster.urls);
    await postgres.crash();
    await postgres.start();
    await cluster.node(0).untilReady();
    await makeDue(id);
    await until('the job has run', RECOVERED_MS, () => isExpired(id));
  },
  ROW_MS,
);

it(
  'runs its jobs although it started before its database',
  async () => {
    const { id } = await scene.press(scene.karl, cluster.urls);
    const node = cluster.node(0);
    await node.kill();
    await postgres.crash();
    node.spawn();
    await until('it says that it is not ready', RECOVERED_MS, async () => {
      return (await node.health()) === 503;
    });
    await postgres.start();
    await node.untilReady(RECOVERED_MS);
    await makeDue(id);
    await until('the job has run', RECOVERED_MS, () => isExpired(id));
  },
  ROW_MS,
);
