import fc from 'fast-check';
import type { Command, Setting } from './script.js';

const NODES = 2;
const TABS = 3;
const HOUR_MS = 3_600_000;

const node = fc.nat(NODES - 1);
const tab = fc.nat(TABS - 1);
const press = fc.record(
  {
    do: fc.constant('press' as const),
    tab,
    type: fc.constantFrom('fire' as const, 'medical' as const, 'other' as const),
    noteBytes: fc.constant(40_000),
  },
  { requiredKeys: ['do', 'tab', 'type'] },
);
const onTab = fc.record({
  do: fc.constantFrom('cut' as const, 'half-open' as const, 'reload' as const),
  tab,
});
const onNode = fc.record({ do: fc.constantFrom('kill' as const, 'leave' as const), node });
const signals = fc.record({
  do: fc.constant('signals' as const),
  mode: fc.constantFrom('normal' as const, 'lost' as const, 'doubled' as const),
});
const wait = fc.record({
  do: fc.constant('wait' as const),
  ms: fc.constantFrom(300, 1_100, 3_000, 12_000),
});
const end = fc.record({ do: fc.constant('end' as const), press: fc.nat(3) });
const clock = fc.record({
  do: fc.constant('clock' as const),
  byMs: fc.constantFrom(-1.1 * HOUR_MS, 1.1 * HOUR_MS),
});
const database = fc.record({ do: fc.constant('database' as const), isAway: fc.boolean() });

const restoring = (kind: 'foreign' | 'disk'): fc.Arbitrary<Command> =>
  fc.record({
    do: fc.constant('restore' as const),
    kind: fc.constant(kind),
    commits: fc.integer({ min: 1, max: 3 }),
  });

const worldOf = (command: fc.Arbitrary<Command>): fc.Arbitrary<Setting> =>
  fc.record({
    nodes: fc.constant(NODES),
    tabs: fc.constant(TABS),
    script: fc.array(command, { minLength: 1, maxLength: 10 }),
    choices: fc.array(fc.nat(5), { maxLength: 80 }),
  });

/** Draws a world in which anything may fail, with the order of all that happens. */
export const anyWorld = worldOf(
  fc.oneof(
    { arbitrary: press, weight: 6 },
    ...[onTab, onNode, signals, wait, end, clock, database, restoring('foreign')],
  ),
);

/**
 * Draws a world in which the disk of an earlier moment is put back. A node has to remember what was
 * there before (decision 37), so no node dies and no page is loaded again.
 */
export const diskWorld = worldOf(
  fc.oneof({ arbitrary: press, weight: 4 }, signals, wait, restoring('disk')),
);

/** Two nodes, two tabs, three presses and a restore: small enough to be explored. */
export const SMALL_WORLD: Omit<Setting, 'choices'> = {
  nodes: 2,
  tabs: 2,
  script: [
    { do: 'press', tab: 0, type: 'fire' },
    { do: 'press', tab: 1, type: 'medical' },
    { do: 'restore', kind: 'foreign', commits: 1 },
    { do: 'press', tab: 0, type: 'other' },
  ],
};

/** The same, in which messages and signals arrive at once. */
export const SMALL_WORLD_OF_STATEMENTS: Omit<Setting, 'choices'> = {
  ...SMALL_WORLD,
  grain: 'statements',
};

const [FIRST, SECOND, RESTORE] = SMALL_WORLD.script as [Command, Command, Command];

/** One press, of which every order is explored, that of the messages as well. */
export const WORLD_OF_ONE_PRESS: Omit<Setting, 'choices'> = { ...SMALL_WORLD, script: [FIRST] };

/** Worlds in which every way to each state is compared within a second. */
export const COMPARED_WORLDS: Omit<Setting, 'choices'>[] = [
  { ...SMALL_WORLD_OF_STATEMENTS, script: [FIRST, SECOND] },
  { ...SMALL_WORLD_OF_STATEMENTS, script: [FIRST, RESTORE] },
];

/** The same with both, which takes half a minute. */
export const LARGE_COMPARED_WORLD: Omit<Setting, 'choices'> = {
  ...SMALL_WORLD_OF_STATEMENTS,
  script: [FIRST, SECOND, RESTORE],
};
