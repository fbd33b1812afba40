// @ts-check
import { cpus, loadavg } from 'node:os';
import { build } from '../../local/build.mjs';
import { install } from '../../local/install.mjs';
import { live } from '../../local/lifecycle.mjs';
import { begin } from '../../local/repository.mjs';
import { Stop, say } from '../../local/say.mjs';

/** @typedef {(count: number) => Promise<object | object[]>} Measure */

/** The scripts behind the figures of docs/operations.md. @type {Record<string, Measure>} */
const MEASURES = {
  // Imported late, because the packages may not be installed yet.
  arithmetic: async () => (await import('./arithmetic.mjs')).arithmetic(),
  database: async () => (await import('./database.mjs')).measureDatabase(),
  nodes: async (count) => (await import('./nodes.mjs')).measureNode(count || 5_000),
  proxies: async (count) => (await import('./proxies.mjs')).measureProxies(count || 5_000),
};

/** `node infra/bench/sizing/run.mjs nodes 5000` */
await live(async () => {
  begin();
  const [name = '', count = ''] = process.argv.slice(2);
  const measure = MEASURES[name];
  if (!measure) throw new Stop(`Choose from: ${Object.keys(MEASURES).join(', ')}`);
  await install();
  await build();
  for (const row of [await measure(Number(count))].flat()) {
    for (const [label, value] of Object.entries(row)) say(`${label}: ${value}`);
    say();
  }
  const model = cpus()[0]?.model ?? '?';
  say(`${cpus().length} × ${model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`);
  return 0;
});
