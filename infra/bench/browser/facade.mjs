// @ts-check
import { join } from 'node:path';
import { build } from 'vite';
import { repository } from '../../local/repository.mjs';
import { Stop } from '../../local/say.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */

const DRAWINGS = 20;
const HOMES = 300;

/**
 * Measures the drawing of a large building by the production build of React. Each drawing is the first
 * of its page, because that is the one that people wait for.
 * @param {Browser} browser @returns {Promise<import('./measure.mjs').Figures>}
 */
export async function measureFacade(browser) {
  const code = await bundle();
  const values = [];
  for (let count = 0; count < DRAWINGS; count += 1) {
    const page = await browser.newPage();
    await page.addScriptTag({ content: code, type: 'module' });
    await page.waitForFunction(() => 'drawBuilding' in globalThis);
    const { took, windows } = await page.evaluate(() =>
      /** @type {any} */ (globalThis).drawBuilding(),
    );
    if (windows !== HOMES) throw new Stop(`${windows} of ${HOMES} windows were drawn.`);
    values.push(took);
    await page.close();
  }
  return { measure: `a building of ${HOMES} windows drawn`, values, unit: 'ms', goal: 20 };
}

/** @returns {Promise<string>} the page's script */
async function bundle() {
  const root = join(repository, 'frontend');
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      write: false,
      rolldownOptions: { input: join(repository, 'infra/bench/browser/facade-page.js') },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first && 'output' in first && first.output.find((one) => one.type === 'chunk');
  if (!chunk) throw new Stop('The page of the drawn building could not be built.');
  return chunk.code;
}
