// @ts-check
import { pressAlone } from '../arena/crowd.mjs';
import { ask } from '../arena/talk.mjs';
import { median } from './row.mjs';

const TURNS = 11;
const GOAL = 2;

/** The statements of one press until its answer; without pipelining, each is a round trip. */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 1, full: 1 },
  round: async ({ arena: open }) => {
    const arena = await open();
    const { child } = arena.resq;
    const building = await arena.buildings.create(1);
    await ask(child, 'followRequests', { on: true });
    await pressAlone(arena, building);
    const counts = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      await pressAlone(arena, building);
      counts.push(await ask(child, 'statementsOfLastRequest'));
    }
    await ask(child, 'followRequests', { on: false });
    return [{ measure: 'statements of a press', unit: '', own: median(counts), max: GOAL }];
  },
};
