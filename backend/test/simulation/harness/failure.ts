import fc from 'fast-check';
import { explore, type Explored } from './explore.js';
import type { Setting } from './script.js';
import type { TabModules } from './tab-modules.js';
import { runWorld } from './world.js';

/**
 * Runs worlds that are drawn from a seed. @throws an error with the seed and with the shortest world
 * that fails, which `expectNoBreach` repeats
 */
export async function runRandomWorlds(
  worlds: fc.Arbitrary<Setting>,
  modules: TabModules[],
  { seed, runs }: { seed: number; runs: number },
): Promise<void> {
  const property = fc.asyncProperty(worlds, (setting) => expectNoBreach(setting, modules));
  await fc.assert(property, { seed, numRuns: runs });
}

/** @throws an error with all breaches and with what had happened, in its order */
export async function expectNoBreach(setting: Setting, modules: TabModules[]): Promise<void> {
  const outcome = await runWorld(setting, modules).catch(() => undefined);
  if (outcome?.breaches.length === 0) return;
  // Only a traced run records what happened, and the stacks of errors.
  const { breaches, trace } = await runWorld(setting, modules, { isTraced: true });
  throw new Error([...breaches, ...trace.filter((line) => !POLL.test(line))].join('\n'));
}

/** @returns the counts of a complete exploration, in which every promise was kept */
export async function expectExplored(...given: Parameters<typeof explore>): Promise<Explored> {
  const { failure, ...explored } = await explore(...given);
  expect(failure).toBeUndefined();
  expect(explored.isComplete).toBe(true);
  return explored;
}

/** The polls of each second, which would hide the rest. */
const POLL = /: (heads|answer \[\{"buildingId)/;
