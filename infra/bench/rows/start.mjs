// @ts-check
import { cpuOf } from '../arena/arena.mjs';
import { stopChild } from '../arena/node.mjs';

const GOAL_MS = 1_000;

/** A node starts on a migrated database, until it can save an alarm. */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 3, full: 7 },
  round: async ({ arena: open }) => {
    const arena = await open();
    const node = await arena.startNode();
    const cpuMs = await cpuOf(node);
    await stopChild(node.child);
    return [
      { measure: 'start → can save an alarm', unit: 'ms', own: node.readyMs, max: GOAL_MS },
      // A busy machine makes a start longer, and hardly more expensive.
      { measure: 'CPU of a start', unit: 'ms', own: cpuMs },
    ];
  },
};
