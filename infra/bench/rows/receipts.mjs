// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf } from '../arena/arena.mjs';
import { connectMembers, connectPeers, membersOf, pressAlone } from '../arena/crowd.mjs';
import { interleaved, median } from './row.mjs';

const TURNS = 4;
/** The first receipts of a server cost up to three times as much, while their code is being compiled. */
const FIRST_RECEIPTS = 10_000;
const RATIO = 1.6;
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
  const bare = await connectPeers(arena, 'socketio', count);
  const own = costOf(crowd);
  const peer = costOf(bare);
  for (let sent = 0; sent < FIRST_RECEIPTS; sent += count) {
    await own.receipts();
    await peer.receipts();
  }
  const values = await interleaved(
    {
      receipts: own.receipts,
      silent: own.silent,
      peerReceipts: peer.receipts,
      peerSilent: peer.silent,
      calm: async () => (await pressAlone(arena, other)).answeredMs,
      beside: async () => (await crowd.press({ receipts: 'at once', next: other })).nextMs,
      spread: async () => (await crowd.press({ receipts: 'spread', next: other })).nextMs,
    },
    TURNS,
  );
  await crowd.close();
  await bare.close();
  const calmMs = median(values.calm);
  const cpuMs = (median(values.receipts) - median(values.silent)) / count;
  const peerMs = (median(values.peerReceipts) - median(values.peerSilent)) / count;
  return [
    {
      measure: `CPU for a receipt (${count} tabs at once)`,
      unit: 'ms',
      own: cpuMs,
      peer: { name: 'an event that does nothing', value: peerMs },
      max: RATIO,
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

/** @param {import('../arena/crowd.mjs').Crowd} crowd @returns two ways to press, with the CPU that they take in ms */
function costOf({ server, press }) {
  const cpu = async (/** @type {() => Promise<unknown>} */ work) => {
    const beforeMs = await cpuOf(server);
    await work();
    return (await cpuOf(server)) - beforeMs;
  };
  let lastsMs = 0;
  return {
    receipts: async () => {
      const beganMs = performance.now();
      const cpuMs = await cpu(() => press({ receipts: 'at once' }));
      lastsMs = performance.now() - beganMs;
      return cpuMs;
    },
    // As long as with receipts, because a node has work of its own that goes by time.
    silent: () => cpu(() => Promise.all([press(), sleep(lastsMs)])),
  };
}
