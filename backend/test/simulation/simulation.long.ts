import { writeSync } from 'node:fs';
import { explore } from './harness/explore.js';
import { runRandomWorlds } from './harness/failure.js';
import { loadTabModules } from './harness/tab-modules.js';
import { anyWorld, diskWorld, SMALL_WORLD, WHOLE_WORLDS } from './harness/worlds.js';

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

it(
  `no alarm is lost in a small world, wherever ${DEVIATIONS} things happen out of their order`,
  async () => {
    const { failure, ...explored } = await explore(SMALL_WORLD, modules, {
      deviations: DEVIATIONS,
    });
    say(JSON.stringify(explored));
    expect(failure).toBeUndefined();
    expect(explored.isComplete).toBe(true);
  },
  20 * MINUTES,
);

it.each(
  WHOLE_WORLDS.map((world) => [world.script.map((one) => one.do).join(', '), world] as const),
)(
  'no alarm is lost in a world of %s, in any order of the statements',
  async (_what, world) => {
    const { failure, ...explored } = await explore(world, modules, {});
    say(JSON.stringify(explored));
    expect(failure).toBeUndefined();
    expect(explored.isComplete).toBe(true);
  },
  20 * MINUTES,
);
