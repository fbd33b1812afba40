import { writeSync } from 'node:fs';
import type { explore } from './harness/explore.js';
import { expectExplored, runRandomWorlds } from './harness/failure.js';
import { loadTabModules } from './harness/tab-modules.js';
import {
  anyWorld,
  diskWorld,
  LARGE_COMPARED_WORLD,
  SMALL_WORLD,
  SMALL_WORLD_OF_STATEMENTS,
} from './harness/worlds.js';

const DEVIATIONS = 3;
const RUNS = 20_000;
const MINUTES = 60_000;

const seed = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 1e6));
const modules = [loadTabModules(), loadTabModules(), loadTabModules()];
// Jest prints a log only at the end of a file, and this one takes minutes.
const say = (line: string): number => writeSync(1, `${line}\n`);

it.each([
  ['with any faults', anyWorld],
  ['with disks of earlier moments', diskWorld],
])(
  `no alarm is lost, doubled or foreign in ${RUNS} random worlds of seed ${seed} %s`,
  async (_what, worlds) => {
    const sinceMs = performance.now();
    await runRandomWorlds(worlds, modules, { seed, runs: RUNS });
    const perMinute = (RUNS / (performance.now() - sinceMs)) * MINUTES;
    say(`seed ${seed}: ${RUNS} worlds, ${Math.round(perMinute)} a minute`);
  },
  10 * MINUTES,
);

async function exploreAll(...given: Parameters<typeof explore>): Promise<void> {
  say(JSON.stringify(await expectExplored(...given)));
}

it(
  `no alarm is lost in a small world, wherever ${DEVIATIONS} things happen out of their order`,
  () => exploreAll(SMALL_WORLD, modules, { deviations: DEVIATIONS }),
  20 * MINUTES,
);

it(
  'no alarm is lost in a small world, in any order of all statements and commands',
  () => exploreAll(SMALL_WORLD_OF_STATEMENTS, modules),
  20 * MINUTES,
);

it(
  'what follows a state does not depend on the way to it',
  () => exploreAll(LARGE_COMPARED_WORLD, modules, { isCompared: true }),
  20 * MINUTES,
);
