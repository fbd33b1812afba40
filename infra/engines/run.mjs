// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd, live } from '../local/lifecycle.mjs';
import { startServer } from '../local/running-server.mjs';
import { PuppeteerBrowser } from './puppeteer-browser.mjs';
import { SoundServer } from './sound.mjs';
import { warnEachOther } from './story.mjs';
import { WebKitBrowser } from './webkit-browser.mjs';

/**
 * Runs one story in each engine: `node infra/engines/run.mjs [engine …] [--runs N]`. Debian's
 * browsers are driven as they are shipped.
 */

const START = {
  chromium: (/** @type {NodeJS.ProcessEnv} */ env) => PuppeteerBrowser.start('chromium', env),
  firefox: (/** @type {NodeJS.ProcessEnv} */ env) => PuppeteerBrowser.start('firefox', env),
  webkit: (/** @type {NodeJS.ProcessEnv} */ env) => new WebKitBrowser(env),
};
const ENGINES = /** @type {(keyof typeof START)[]} */ (Object.keys(START));
const [UNDER, OTHER] = ['under-test', 'neighbour'];

const args = process.argv.slice(2);
const runsAt = args.indexOf('--runs');
const runs = runsAt < 0 ? 1 : Number(args[runsAt + 1]);
const chosen = ENGINES.filter((name) => args.includes(name));

/**
 * Everything that runs has to be ended, also at Ctrl-C.
 * @type {Set<{ stop: () => unknown }>}
 */
const running = new Set();

await live(async () => {
  const { origin, stop } = await startServer();
  atEnd(stop);
  const folder = mkdtempSync(join(tmpdir(), 'resq-engines-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const sound = new SoundServer(folder, [UNDER, OTHER]);
  atEnd(() => sound.stop());
  atEnd(() => Promise.all([...running].map((one) => one.stop())));
  let failures = 0;
  for (const name of chosen.length > 0 ? chosen : ENGINES) {
    failures += await runIn(name, origin, sound);
  }
  return failures === 0 ? 0 : 1;
});

/**
 * @param {keyof typeof START} name
 * @param {string} origin
 * @param {SoundServer} sound
 * @returns the number of runs that failed
 */
async function runIn(name, origin, sound) {
  const [speaker, speakerOfOther] = [await sound.listenTo(UNDER), await sound.listenTo(OTHER)];
  const under = await START[name](sound.envOf(UNDER));
  const other = await START.chromium(sound.envOf(OTHER));
  const all = [under, other, speaker, speakerOfOther];
  for (const one of all) running.add(one);
  let failed = 0;
  try {
    for (let run = 1; run <= runs; run += 1) {
      const since = Date.now();
      const result = await warnEachOther(
        origin,
        { browser: under, speaker },
        { browser: other, speaker: speakerOfOther },
      ).catch((/** @type {Error} */ error) => error);
      failed += result ? 1 : 0;
      const seconds = Math.round((Date.now() - since) / 1_000);
      const line = `${name}, run ${run} of ${runs}, ${seconds} s`;
      process.stdout.write(result ? `✗ ${line}: ${result.message}\n` : `✓ ${line}\n`);
    }
  } finally {
    for (const one of all) running.delete(one);
    await Promise.all(all.map((one) => one.stop()));
  }
  return failed;
}
