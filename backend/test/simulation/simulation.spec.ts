import { jsonCopy } from './harness/json-copy.js';
import { expectExplored, expectNoBreach, runRandomWorlds } from './harness/failure.js';
import {
  anyWorld,
  COMPARED_WORLDS,
  diskWorld,
  SMALL_WORLD,
  WORLD_OF_ONE_PRESS,
} from './harness/worlds.js';
import { loadTabModules } from './harness/tab-modules.js';
import { KNOWN_SCHEDULES } from './known-schedules.js';

/** The same in every run; `simulation.long.ts` draws other seeds. */
const FIXED = { seed: 50, runs: 150 };

const modules = [loadTabModules(), loadTabModules(), loadTabModules()];

it.each(KNOWN_SCHEDULES)('%s', (_promise, setting) => expectNoBreach(setting, modules));

it('no alarm is lost, doubled or foreign in random worlds', () =>
  runRandomWorlds(anyWorld, modules, FIXED));

it('no alarm is lost when the disk of an earlier moment is put back in random worlds', () =>
  runRandomWorlds(diskWorld, modules, FIXED));

it('no alarm is lost in a small world, wherever one thing happens out of its order', () =>
  expectExplored(SMALL_WORLD, modules, { deviations: 1 }));

it('no alarm is lost in a world of one press, in any order of all that happens', () =>
  expectExplored(WORLD_OF_ONE_PRESS, modules));

it.each(COMPARED_WORLDS)('what follows a state does not depend on the way to it', (world) =>
  expectExplored(world, modules, { isCompared: true }),
);

it('a message arrives as JSON carries it', () => {
  const message = {
    at: new Date(0),
    none: undefined,
    list: [undefined, null, 1, ['a', {}]],
    is: false,
  };
  expect(jsonCopy(message)).toStrictEqual(JSON.parse(JSON.stringify(message)));
});
