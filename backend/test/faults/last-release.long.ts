import { execFile } from 'node:child_process';
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../support/wait-until.js';
import { Cluster } from './harness/cluster/cluster.js';
import type { FaultNode } from './harness/cluster/node.js';
import {
  buildPrevious,
  lastRelease,
  type PreviousBuild,
} from './harness/cluster/previous-build.js';
import { boundOf, measured } from './harness/history/figures.js';
import { Scene } from './harness/schedule/scene.js';

/** The last release and this one take turns on one database, as in an upgrade that is taken back. */

const BACKEND = join(__dirname, '../..');
const BOUND_MS = boundOf('upgraded');
/** Presses that must be saved after each step, at both nodes in turn. */
const PRESSES_EACH = 4;
const STEP_MS = 3 * 60_000;
const ROW_MS = 30 * 60_000;

const commit = lastRelease();
if (!commit) {
  writeSync(1, 'NOT RUN: the last release beside this one. The history is missing.\n');
}

let release: PreviousBuild;
let cluster: Cluster;
let scene: Scene;

beforeAll(() => {
  if (commit) release = buildPrevious(commit, false);
}, ROW_MS);

afterAll(async () => {
  scene?.clients.forEach((client) => client.close());
  await cluster?.stop();
  release?.remove();
}, ROW_MS);

/** Runs a program of this release on the cluster's database. @returns its output */
async function program(name: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], ...cluster.node(0).env, ROLE: 'all' };
  const file = join(BACKEND, 'dist', name);
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { env });
  return stdout;
}

/** Waits until some alarms were raised at both nodes, and the worker has done every job before them. */
async function goesOn(): Promise<void> {
  const pressed = scene.history.presses.length;
  await until('alarms are raised', STEP_MS, () => {
    return scene.history.presses.length > pressed + PRESSES_EACH;
  });
  const { rows } = await cluster.database.query<{ now: Date }>('select now() as now');
  const open = 'select 1 from outbox where done_at is null and due_at < $1';
  await until('the worker has done every job', STEP_MS, async () => {
    return (await cluster.database.query(open, [rows[0]?.now])).rowCount === 0;
  });
}

async function replace(node: FaultNode, backend: string): Promise<void> {
  await node.kill('SIGTERM');
  node.backend = backend;
  await node.start();
  await goesOn();
}

(commit ? it : it.skip)(
  'no alarm is lost while nodes and worker of the last release go to this one, and back',
  async () => {
    cluster = await Cluster.prepare({ nodes: 3, isDirect: true });
    const [first, second, worker] = cluster.nodes as [FaultNode, FaultNode, FaultNode];
    for (const node of cluster.nodes) {
      node.backend = release.backend;
      node.env['ROLE'] = node === worker ? 'worker' : 'api';
      await node.start();
    }
    scene = await Scene.on(cluster);
    await scene.open(scene.lisa, first.url, second.url);
    await scene.open(scene.anna, second.url, first.url);
    let isPressing = true;
    const pressing = (async () => {
      let urls = [first.url, second.url];
      while (isPressing) {
        const { id } = await scene.press(scene.karl, urls, { boundMs: BOUND_MS });
        await scene.end(scene.karl, id, urls);
        urls = urls.toReversed();
      }
    })();
    await goesOn();
    expect(await program('migrate.js')).toContain('the database is up to date');
    await goesOn();
    for (const backend of [BACKEND, release.backend]) {
      for (const node of cluster.nodes) await replace(node, backend);
    }
    isPressing = false;
    await pressing;
    await scene.settled();
    const { presses } = scene.history;
    expect(new Set(presses.map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
    expect(await scene.violations()).toEqual([]);
    const shownMs = presses.flatMap((one) => scene.clients.map((tab) => tab.shownMs(one)));
    measured('upgraded', shownMs.filter(isFinite), presses.length);
    const { rows } = await cluster.database.query('select count(*)::int as saved from alarms');
    expect(rows).toEqual([{ saved: presses.length }]);
    expect(await program('tools.js', 'audit-verify')).toContain('The log is intact');
    for (const node of cluster.nodes) expect(node.crashes).toEqual([]);
  },
  ROW_MS,
);
