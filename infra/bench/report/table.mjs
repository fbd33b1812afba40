// @ts-check
/** @typedef {import('./summary.mjs').Summary} Summary */

const HEADER = ['measure', 'ResQ', 'peer', 'min', 'median', 'max', 'goal', '', 'foreign cores'];

/** @param {(Summary & { foreign: number })[]} summaries @returns {string} a table in Markdown */
export function table(summaries) {
  const rows = summaries.map(({ measure, unit, own, peer, range, goal, verdict, foreign }) => [
    measure,
    `${rounded(own)} ${unit}`.trim(),
    peer ? `${peer.name}: ${rounded(peer.value)} ${unit}` : '',
    ...range.map((value) => (peer ? `${rounded(value)}×` : rounded(value))),
    goal,
    verdict,
    Number.isNaN(foreign) ? 'not known' : foreign.toFixed(1),
  ]);
  const widths = HEADER.map((name, column) =>
    Math.max(3, ...[name, ...rows.map((row) => row[column] ?? '')].map((cell) => [...cell].length)),
  );
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(HEADER), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join(
    '\n',
  );
}

/** @param {number} value */
function rounded(value) {
  const size = Math.abs(value);
  return value.toFixed(size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0);
}
