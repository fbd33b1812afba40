// @ts-check
import { cpuOf } from '../arena/arena.mjs';
import { connectMembers, membersOf, pressAlone } from '../arena/crowd.mjs';
import { interleaved, median } from './row.mjs';

const TURNS = 4;
const CPU_MS = 0.03;
const WAIT_MS = 20;

/**
 * Every tab reports that it has received the alarm, and meanwhile somebody presses elsewhere. Tabs
 * spread their reports over the time that the alarm names; at once they are the worst case.
 */
/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 3, full: 5 },
  round: async ({ arena: open, full }) => {
    const arena = await open();
    const samples = [];
    for (const count of full ? [1_000, 5_000] : [1_000]) {
      samples.push(...(await measure(arena, count)));
    }
    return samples;
  },
};

/** @param {import('../arena/arena.mjs').Arena} arena @param {number} count */
async function measure(arena, count) {
  const building = await arena.buildings.create(membersOf(count));
  const other = await arena.buildings.create(1);
  const crowd = await connectMembers(arena, [building], { count });
  const cpu = async (/** @type {'at once' | undefined} */ receipts) => {
    const beforeMs = await cpuOf(arena.resq);
    await crowd.press({ receipts });
    return (await cpuOf(arena.resq)) - beforeMs;
  };
  await cpu('at once');
  const values = await interleaved(
    {
      silent: () => cpu(undefined),
      receipts: () => cpu('at once'),
      calm: async () => (await pressAlone(arena, other)).answeredMs,
      beside: async () => (await crowd.press({ receipts: 'at once', next: other })).nextMs,
      spread: async () => (await crowd.press({ receipts: 'spread', next: other })).nextMs,
    },
    TURNS,
  );
  await crowd.close();
  const calmMs = median(values.calm);
  return [
    {
      measure: `CPU for a receipt (${count} tabs at once)`,
      unit: 'ms',
      own: (median(values.receipts) - median(values.silent)) / count,
      max: CPU_MS,
    },
    {
      measure: `a press elsewhere waits for ${count} receipts, spread`,
      unit: 'ms',
      own: Math.max(0, median(values.spread) - calmMs),
      max: WAIT_MS,
    },
    {
      measure: `the same, ${count} at once`,
      unit: 'ms',
      own: Math.max(0, median(values.beside) - calmMs),
    },
  ];
}
