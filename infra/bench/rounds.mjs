// @ts-check
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../local/lifecycle.mjs';
import { say } from '../local/say.mjs';
import { cpuTimes, foreignCores } from './arena/foreign-load.mjs';
import { ask } from './arena/talk.mjs';

/** @typedef {import('./rows/row.mjs').Row} Row */
/** @typedef {import('./rows/row.mjs').Sample & { foreign: number }} Measured */

/** The order in which they are measured and printed. */
export const ROWS = [
  'pages',
  'start',
  'statements',
  'press',
  'fan-out',
  'receipts',
  'storm',
  'connections',
  'throughput',
  'whole-alarm',
  'other-node',
  'growth',
  'displays',
  'first-monday',
  'sheet',
  'browser',
];

/**
 * Runs the rounds of all rows in turn.
 * @param {string[]} names of the rows; none for all
 * @param {{ full: boolean, profile: boolean }} options
 * @returns {Promise<Map<string, Measured[]>>} by measure, one sample for each round
 */
export async function measure(names, { full, profile }) {
  const isChosen = names.length > 0;
  const rows = await load(isChosen ? names : ROWS);
  const { openArena } = await import('./arena/arena.mjs');
  /** @type {ReturnType<typeof openArena> | undefined} */
  let opening;
  const arena = () => (opening ??= openArena());
  atEnd(async () => (await opening)?.close());
  /** @type {Map<string, Measured[]>} */
  const measured = new Map();
  const roundsOf = (/** @type {Row} */ { rounds }) =>
    full ? rounds.full : rounds.quick || Number(isChosen);
  const most = Math.max(...rows.map(({ row }) => roundsOf(row)));
  const last = rows.filter(({ row }) => row.isDisturbing);
  for (const group of [rows.filter((one) => !last.includes(one)), last]) {
    for (let round = 0; round < most; round += 1) {
      for (const { name, row } of group) {
        if (round >= roundsOf(row)) continue;
        const since = Date.now();
        const before = cpuTimes();
        const work = () => row.round({ arena, full });
        const samples = profile ? await profiled(await arena(), name, work) : await work();
        const foreign = foreignCores(before, cpuTimes());
        say(`${name}, round ${round + 1}: ${((Date.now() - since) / 1_000).toFixed(1)} s`);
        for (const sample of samples) {
          const { measure } = sample;
          measured.set(measure, [...(measured.get(measure) ?? []), { ...sample, foreign }]);
        }
      }
    }
  }
  return measured;
}

/**
 * @template Result
 * @param {import('./arena/arena.mjs').Arena} arena
 * @param {string} name
 * @param {() => Promise<Result>} work
 */
async function profiled({ resq }, name, work) {
  const file = join(tmpdir(), `resq-${name}.cpuprofile`);
  await ask(resq.child, 'startProfile');
  const result = await work();
  await ask(resq.child, 'saveProfile', { file });
  say(`profile of the node: ${file}`);
  return result;
}

/** Imports late, because the packages may not be installed yet. @param {string[]} names */
function load(names) {
  return Promise.all(
    names.map(async (name) => ({
      name,
      row: /** @type {Row} */ ((await import(`./rows/${name}.mjs`)).default),
    })),
  );
}
