import { writeSync } from 'node:fs';
import { Cluster } from './harness/cluster/cluster.js';
import { tabulated } from './harness/history/figures.js';
import { newMember, type Person } from './harness/clients/http.js';
import { OwnPostgres } from './harness/cluster/postgres.js';
import { openBrowser } from './harness/clients/real-tab.js';
import { Schedule } from './harness/schedule/schedule.js';
import { tableOf, type Row } from './harness/history/table.js';

const SEEDS = 5;
const NEIGHBOURS = 9;
const SEED_MS = 10 * 60_000;

const first = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 1e6));
const presses = Number(process.env['FAULTS_PRESSES'] ?? 500);
const seeds = Array.from({ length: SEEDS }, (_, n) => first + n);
// Jest prints a log only at the end of a file, and this one takes minutes.
const say = (line: string): number => writeSync(1, `${line}\n`);

const postgres = new OwnPostgres();
const neighbours: Person[] = [];
const rows: Row[] = [];
let cluster: Cluster;
let browser: Awaited<ReturnType<typeof openBrowser>>;

beforeAll(async () => {
  await postgres.start();
  cluster = await Cluster.start({ nodes: 3, postgres });
  for (let n = 0; n < NEIGHBOURS; n += 1) {
    neighbours.push(await newMember(cluster.node(0).url, String(1_400 + n), cluster.origin));
  }
  browser = await openBrowser();
}, 120_000);

afterAll(async () => {
  tabulated(
    `Seeds ${seeds.join(', ')}: 3 nodes, 60 sockets, 2 of them real tabs\n\n${tableOf(rows)}`,
  );
  await browser.close();
  await cluster.stop();
  await postgres.stop();
}, 60_000);

it.each(seeds)(
  'no alarm is lost, doubled, late or shown to a stranger under random faults of seed %i',
  async (seed) => {
    say(`seed ${seed} …`);
    const ground = { cluster, postgres, browser, neighbours };
    const run = await Schedule.run(ground, seed, Math.ceil(presses / SEEDS));
    rows.push(...run.rows);
    say(tableOf(run.rows));
    for (const violation of run.violations) say(JSON.stringify(violation));
    expect(run.violations).toEqual([]);
    for (const node of cluster.nodes) {
      expect([node.isAlive, node.crashes]).toEqual([true, []]);
    }
  },
  SEED_MS,
);
