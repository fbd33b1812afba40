// @ts-check
import { cpuOf } from '../arena/arena.mjs';
import { connectMembers, connectPeers, membersOf, pressAlone } from '../arena/crowd.mjs';
import { median } from './row.mjs';

/**
 * The time from the first to the last socket, and the CPU for each delivery. The limit in Node is one
 * frame that is built once and written to every socket by `ws`.
 * @type {{ sockets: number, turns: number, onlyFull?: true }[]}
 */
const SIZES = [
  { sockets: 100, turns: 30, onlyFull: true },
  { sockets: 1_000, turns: 21 },
  { sockets: 5_000, turns: 5, onlyFull: true },
];
const SPREAD = 1.25;
const CPU = 1.3;

/** @typedef {import('../arena/crowd.mjs').Crowd} Crowd */

/** @type {import('./row.mjs').Row} */
export default {
  rounds: { quick: 3, full: 5 },
  round: async ({ arena: open, full }) => {
    const arena = await open();
    const sizes = SIZES.filter(({ onlyFull }) => full || !onlyFull);
    const samples = [];
    for (const size of sizes) samples.push(...(await measure(arena, size)));
    return samples;
  },
};

/** @param {import('../arena/arena.mjs').Arena} arena @param {(typeof SIZES)[number]} size */
async function measure(arena, { sockets, turns }) {
  const building = await arena.buildings.create(membersOf(sockets));
  const empty = await arena.buildings.create(1);
  const crowds = {
    own: await connectMembers(arena, [building], { count: sockets }),
    ws: await connectPeers(arena, 'ws', sockets),
    socketio: await connectPeers(arena, 'socketio', sockets),
  };
  for (const crowd of Object.values(crowds)) await crowd.press();
  await pressAlone(arena, empty);
  const figures = { own: figuresOf(), ws: figuresOf(), socketio: figuresOf() };
  /** @type {number[]} */
  const pressCpu = [];
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [name, crowd] of Object.entries(crowds)) {
      const { spreads, cpu } = figures[/** @type {keyof typeof figures} */ (name)];
      const beforeMs = await cpuOf(crowd.server);
      const { firstMs, lastMs } = await crowd.press();
      cpu.push((await cpuOf(crowd.server)) - beforeMs);
      spreads.push(lastMs - firstMs);
    }
    const beforeMs = await cpuOf(arena.resq);
    await pressAlone(arena, empty);
    pressCpu.push((await cpuOf(arena.resq)) - beforeMs);
  }
  for (const crowd of Object.values(crowds)) await crowd.close();
  const spread = (/** @type {keyof typeof figures} */ name) => median(figures[name].spreads);
  const cpu = (/** @type {keyof typeof figures} */ name) =>
    (median(figures[name].cpu) / sockets) * 1_000;
  const ws = { name: 'preframed ws', value: spread('ws') };
  return [
    {
      measure: `first → last of ${sockets} sockets`,
      unit: 'ms',
      own: spread('own'),
      peer: ws,
      max: SPREAD,
    },
    {
      measure: `the same of bare Socket.IO (${sockets})`,
      unit: 'ms',
      own: spread('socketio'),
      peer: ws,
    },
    {
      measure: `CPU for a delivery (${sockets})`,
      unit: 'µs',
      // The press itself is no part of a delivery.
      own: cpu('own') - (median(pressCpu) / sockets) * 1_000,
      peer: { name: 'preframed ws', value: cpu('ws') },
      max: CPU,
    },
  ];
}

const figuresOf = () => ({
  spreads: /** @type {number[]} */ ([]),
  cpu: /** @type {number[]} */ ([]),
});
