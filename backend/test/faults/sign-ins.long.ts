import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { percentile } from '../../../infra/local/percentile.mjs';
import { openTab } from '../support/client.js';
import { forkIdle } from './harness/clients/fork-idle.js';
import { newMember, signIn, type Person } from './harness/clients/http.js';
import { timedPresses } from './harness/clients/timed-presses.js';
import { Cluster } from './harness/cluster/cluster.js';
import { flushCommits } from './harness/cluster/flush.js';

/** A whole house signs in while a resident presses (requirement S5). */

const SIGN_INS = 200;
/** The calm and the busy part take turns. Of 100 presses the 99th percentile would be the second worst. */
const ROUNDS = 10;
const PRESSES = 20;
/**
 * Bound for the p99 of a press beside the sign-ins, as a multiple of the calm p99 of the same run. It was
 * 1.8 to 3.6 in three runs, and 9.6 with four hashes at once of the priority of alarms.
 */
const SLOWER = 5;
const LIMIT_MS = 180_000;

const PASSWORD = 'demo-storgatan-12';
const EMAILS = Array.from({ length: SIGN_INS }, (_, n) => `granne-${n}@resq.example`);

let cluster: Cluster;
let crowd: ChildProcess | undefined;
let apartment = 1_500;

const newNeighbour = (): Promise<Person> =>
  newMember(cluster.node(0).url, `${(apartment += 1)}`, cluster.origin);

beforeAll(async () => {
  cluster = await Cluster.start({ nodes: 1, isDirect: true, env: { RATE_LIMITS: 'on' } });
  await flushCommits(cluster.database, false);
  const { url } = cluster.node(0);
  const anna = await signIn(url, 'anna', cluster.origin);
  const tab = await openTab({ url }, anna, cluster.origin);
  const { buildingId } = anna;
  const fire = { buildingId, alarmId: randomUUID(), type: 'fire' as const };
  expect(await tab.socket.emitWithAck('alarm:raise', fire)).toMatchObject({ ok: true });
  tab.close();
  // Signing up would take an hour, because an address may sign up 100 times in that time.
  await cluster.database.query(
    `insert into users (id, email, password_hash, password_is_long, created_at)
     select gen_random_uuid(), address, password_hash, password_is_long, created_at
       from users, unnest($1::text[]) address where users.id = $2`,
    [EMAILS, anna.userId],
  );
  crowd = forkIdle(join(__dirname, 'harness/clients/sign-in-host.mjs'));
  await timedPresses(cluster, await newNeighbour(), PRESSES);
}, LIMIT_MS);

afterAll(async () => {
  crowd?.disconnect();
  await flushCommits(cluster.database, true);
  await cluster.stop();
});

async function besideSignIns(crowd: ChildProcess, person: Person) {
  crowd.send({ url: cluster.node(0).url, emails: EMAILS, password: PASSWORD });
  const durations = await timedPresses(cluster, person, PRESSES);
  const stopped = once(crowd, 'message') as Promise<[Record<string, number>]>;
  crowd.send('stop');
  const [statuses] = await stopped;
  return { durations, statuses };
}

it(
  `${SIGN_INS} sign-ins at once slow a resident’s presses less than fivefold`,
  async () => {
    const [calm, busy]: [number[], number[]] = [[], []];
    const total: Record<string, number> = {};
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [calmResident, busyResident] = [await newNeighbour(), await newNeighbour()];
      const calmPart = await timedPresses(cluster, calmResident, PRESSES);
      const { durations, statuses } = await besideSignIns(crowd!, busyResident);
      // A node's first sign-ins are slower: V8 has not compiled the code yet.
      if (round > 0) {
        calm.push(...calmPart);
        busy.push(...durations);
      }
      for (const [status, count] of Object.entries(statuses)) {
        total[status] = (total[status] ?? 0) + count;
      }
    }
    const [calmP99, busyP99] = [percentile(calm, 0.99), percentile(busy, 0.99)];
    process.stdout.write(
      `p99 calm ${calmP99.toFixed(1)} ms, beside sign-ins ${busyP99.toFixed(1)} ms, ` +
        `sign-ins by status ${JSON.stringify(total)}\n`,
    );
    // One that waited two seconds for its hash is sent away.
    expect(total['200']).toBeGreaterThan(SIGN_INS);
    expect(Object.keys(total).filter((status) => !['200', '429'].includes(status))).toEqual([]);
    expect(busyP99).toBeLessThan(SLOWER * calmP99);
  },
  LIMIT_MS,
);
