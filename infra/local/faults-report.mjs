// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { percentile } from './percentile.mjs';

/**
 * @typedef {object} Figure
 * @property {string} promise
 * @property {number} [boundMs]
 * @property {string} row
 * @property {number} presses
 * @property {number[]} samplesMs
 */

/**
 * Reads the output of the fault tests, one JSON object a line.
 * @param {string} file
 * @returns {string} the tables of docs/reliability.md; empty when nothing was measured
 */
export function reportOf(file) {
  if (!existsSync(file)) return '';
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const handed = lines.map(
    (line) => /** @type {Figure & { table?: string, note?: string }} */ (JSON.parse(line)),
  );
  const tables = handed.flatMap(({ table }) => table ?? []);
  const notes = handed.flatMap(({ note }) => note ?? []);
  const figures = handed.filter(({ promise }) => promise);
  return [...tables, ...(figures.length > 0 ? [boundsOf(figures)] : []), ...notes].join('\n\n');
}

/** @param {Figure[]} figures */
function boundsOf(figures) {
  const names = [...new Set(figures.map(({ promise }) => promise))];
  const rows = names.map((name) => {
    const found = figures.filter(({ promise }) => promise === name);
    const samples = found.flatMap(({ samplesMs }) => samplesMs);
    const presses = found.reduce((sum, figure) => sum + figure.presses, 0);
    const at = (/** @type {number} */ share) => `${Math.round(percentile(samples, share))} ms`;
    const { boundMs, row } = /** @type {Figure} */ (found[0]);
    const bound = boundMs === undefined ? '–' : `${boundMs} ms`;
    const count = samples.length === presses ? presses : `${presses} · ${samples.length}`;
    return [name, bound, count, at(0.5), at(0.99), at(1), `\`--only=${row}\``];
  });
  return [
    ['measured', 'bound', 'tries · screens', 'p50', 'p99', 'worst', '`npm run test:faults --`'],
    ['---', '--:', '--:', '--:', '--:', '--:', '---'],
    ...rows,
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
