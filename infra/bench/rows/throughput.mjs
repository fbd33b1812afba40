// @ts-check
import { httpPress } from '../arena/crowd.mjs';
import { ask } from '../arena/talk.mjs';

const BUILDINGS = 100;
const AT_ONCE = 32;
const FOR_MS = 2_000;
const GOAL = 600;
/** Offered in the overload: more than the goal, so that a node that meets it must refuse. */
const PER_SECOND = 1_200;
const P99_MS = 250;

/** Presses in 100 buildings: as many as are taken, and what happens to those beyond. */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 1, full: 5 },
  round: async ({ arena: open }) => {
    const arena = await open();
    const senders = [];
    for (let n = 0; n < BUILDINGS; n += 1) {
      senders.push(httpPress(arena, arena.resq, await arena.buildings.create(1)));
    }
    const few = senders.slice(0, AT_ONCE);
    const calm = await ask(arena.pressers, 'constant', { senders: few, forMs: FOR_MS });
    await arena.buildings.endAlarms();
    const load = { senders, forMs: FOR_MS, perSecond: PER_SECOND };
    const over = await ask(arena.pressers, 'rate', load);
    await arena.buildings.endAlarms();
    return [
      {
        measure: `presses a second, ${AT_ONCE} at once`,
        unit: '/s',
        own: calm.perSecond,
        min: GOAL,
      },
      {
        measure: `presses taken a second of ${PER_SECOND} offered`,
        unit: '/s',
        own: over.perSecond,
      },
      {
        measure: `the same: p99 of those taken`,
        unit: 'ms',
        own: over.takenP99Ms,
        max: P99_MS,
      },
      {
        measure: `the same: refused`,
        unit: '/s',
        own: over.refused / (FOR_MS / 1_000),
      },
      {
        measure: `the same: p99 of those refused`,
        unit: 'ms',
        own: over.refused > 0 ? over.refusedP99Ms : 0,
        max: P99_MS,
      },
      {
        measure: `the same: without an answer`,
        unit: '/s',
        own: over.unanswered / (FOR_MS / 1_000),
        max: 0,
      },
    ];
  },
};
