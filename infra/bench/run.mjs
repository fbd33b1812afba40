// @ts-check
import { cpus, loadavg } from 'node:os';
import { build } from '../local/build.mjs';
import { endChildren } from '../local/children.mjs';
import { install } from '../local/install.mjs';
import { atEnd, live } from '../local/lifecycle.mjs';
import { ensureSystemPackages } from '../local/needs.mjs';
import { percentile } from '../local/percentile.mjs';
import { begin } from '../local/repository.mjs';
import { Stop, say } from '../local/say.mjs';

/** @typedef {{ measure: string, values: number[], unit: string, goal?: number }} Figures */

/** @type {Record<string, () => Promise<Figures[]>>} */
const BENCHES = {
  // Imported late, because its packages may not be installed yet.
  browser: async () => (await import('./browser.mjs')).measureBrowser(),
  press: async () => (await import('./press.mjs')).measurePresses(),
  sockets: async () => (await import('./sockets.mjs')).measureSockets(),
};

/** `npm run bench` runs all benches, `npm run bench -- browser` runs one. */
await live(async () => {
  begin();
  atEnd(endChildren);
  const chosen = process.argv.slice(2);
  const unknown = chosen.find((name) => !BENCHES[name]);
  if (unknown) throw new Stop(`Choose from: ${Object.keys(BENCHES).join(', ')}`);
  await ensureSystemPackages({ redis: false, browser: true });
  await install();
  await build();
  const before = loadavg()[0] ?? 0;
  const figures = [];
  for (const [name, measure] of Object.entries(BENCHES)) {
    if (chosen.length === 0 || chosen.includes(name)) figures.push(...(await measure()));
  }
  say(table(figures));
  const load = `load ${before.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
  say(`${cpus().length} × ${cpus()[0]?.model ?? '?'}, Node ${process.version}, ${load}`);
  return 0;
});

/** @param {Figures[]} figures @returns {string} Markdown, for `docs/performance.md` */
function table(figures) {
  const rows = figures.map(({ measure, values, unit, goal }) => {
    const cells =
      values.length > 1
        ? [percentile(values, 0.5), percentile(values, 0.95)]
        : [values[0] ?? NaN, ''];
    const [middle, late] = cells.map((one) => (one === '' ? '' : `${round(Number(one))} ${unit}`));
    const limit = goal === undefined ? '' : `≤ ${goal} ${unit}`;
    return `| ${measure} | ${values.length} | ${middle} | ${late} | ${limit} |`;
  });
  return ['| measure | n | p50 | p95 | goal |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** @param {number} value */
function round(value) {
  return Math.abs(value) < 10 ? Math.round(value * 10) / 10 : Math.round(value);
}
