// @ts-check
import { connectDisplays, connectMembers, membersOf } from '../arena/crowd.mjs';
import { interleaved, median } from './row.mjs';

const TURNS = 30;
const NEIGHBOURS = 100;
const DISPLAYS = 10;
const SLOWER = 1.15;

/** A press until the last of 100 neighbours has it, in a building with ten displays and in one without. */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 0, full: 5 },
  round: async ({ arena: open }) => {
    const arena = await open();
    const join = async () => {
      const building = await arena.buildings.create(membersOf(NEIGHBOURS));
      const crowd = await connectMembers(arena, [building], { count: NEIGHBOURS });
      return { building, crowd };
    };
    const [plain, shown] = [await join(), await join()];
    const displays = await connectDisplays(arena, shown.building, DISPLAYS);
    const values = await interleaved(
      {
        without: async () => (await plain.crowd.press()).lastMs,
        own: async () => (await shown.crowd.press()).lastMs,
      },
      TURNS,
    );
    await displays.close();
    for (const { crowd } of [plain, shown]) await crowd.close();
    return [
      {
        measure: `press → last of ${NEIGHBOURS}, beside ${DISPLAYS} displays`,
        unit: 'ms',
        own: median(values.own),
        peer: { name: 'without', value: median(values.without) },
        max: SLOWER,
      },
    ];
  },
};
