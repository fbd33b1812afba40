// @ts-check
import { cpus } from 'node:os';
import { build } from '../local/build.mjs';
import { endChildren, run } from '../local/children.mjs';
import { install } from '../local/install.mjs';
import { atEnd, live } from '../local/lifecycle.mjs';
import { ensureSystemPackages } from '../local/needs.mjs';
import { begin } from '../local/repository.mjs';
import { Stop, say } from '../local/say.mjs';
import { percentile } from '../local/percentile.mjs';
import { summarize } from './report/summary.mjs';
import { table } from './report/table.mjs';
import { measure, ROWS } from './rounds.mjs';

const REDIS_ROWS = ['other-node', 'throughput'];
const BROWSER_ROWS = ['sheet', 'browser'];
const FLAGS = ['--full', '--write', '--profile'];

/**
 * `npm run bench` takes 3 minutes. `-- --full` runs all rounds and sizes and fails when a goal is
 * missed, `-- press storm` runs two rows, `-- --full --write` keeps the table in docs/performance.md.
 * `-- storm --profile` saves a CPU profile of the node, for the developer tools of a browser.
 */
await live(async () => {
  begin();
  atEnd(endChildren);
  const { full, write, profile, names } = readArguments(process.argv.slice(2));
  await ensureSystemPackages({
    redis: full || names.length === 0 || REDIS_ROWS.some((name) => names.includes(name)),
    browser: full || BROWSER_ROWS.some((name) => names.includes(name)),
  });
  await install();
  await build();
  const began = Date.now();
  const measured = await measure(names, { full, profile });
  const summaries = [...measured.values()].map((samples) => {
    const cores = samples.map(({ foreign }) => foreign);
    return { ...summarize(samples), foreign: percentile(cores, 0.5) };
  });
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  const report = `${table(summaries)}\n\n${await machine()}, ${minutes} min`;
  say(report);
  if (write) await (await import('./report/write.mjs')).writeReport(report);
  return full && summaries.some(({ verdict }) => verdict === 'not met') ? 1 : 0;
});

/** @param {string[]} given */
function readArguments(given) {
  const names = given.filter((one) => !FLAGS.includes(one));
  const unknown = names.find((name) => !ROWS.includes(name));
  if (unknown) throw new Stop(`Choose from: ${[...ROWS, ...FLAGS].join(', ')}`);
  const [full = false, write = false, profile = false] = FLAGS.map((flag) => given.includes(flag));
  if (write && (!full || names.length > 0)) throw new Stop('--write needs --full and all rows.');
  return { full, write, profile, names };
}

/** @returns the commit, the machine and the versions, which a figure is worth nothing without */
async function machine() {
  const { output } = await run(['git', 'rev-parse', '--short', 'HEAD']);
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, commit ${output}, ${cpus().length} × ${cpus()[0]?.model ?? '?'}, Node ${process.version}`;
}
