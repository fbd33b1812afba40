// @ts-check
/// <reference lib="dom" />
import { atEnd } from '../../local/lifecycle.mjs';
import { launch } from './measure.mjs';
import { ORIGIN, signIn, startServer } from './server.mjs';

const VISITS = 15;

/**
 * Measures first visits: nothing is cached, and nobody is signed in.
 * @returns {Promise<number[]>} from the beginning of the navigation until the frame with the sheet is painted
 */
export async function measureSheet() {
  const close = await startServer();
  atEnd(close);
  const browser = await launch();
  try {
    const anna = await signIn('anna');
    const lisa = await signIn('lisa');
    const alarmId = await anna.raise('fire');
    await lisa.respond(alarmId, 'need_help');
    const { hash } = new URL(await anna.handover(alarmId));
    const values = [];
    for (let count = 0; count < VISITS; count += 1) {
      const context = await browser.newContext({ locale: 'sv-SE' });
      const page = await context.newPage();
      await page.addInitScript(record);
      await page.goto(`${ORIGIN}/handover${hash}`);
      const readable = await page.waitForFunction(
        () => /** @type {any} */ (globalThis).readableMs,
        undefined,
        { polling: 50 },
      );
      values.push(/** @type {number} */ (await readable.jsonValue()));
      await context.close();
    }
    return values;
  } finally {
    await browser.close();
    await close();
  }
}

/** Runs in the page before its own scripts. `performance.now()` begins with the navigation. */
function record() {
  const look = () => {
    const heading = [...document.querySelectorAll('h2')].find(
      ({ textContent }) => textContent === 'Behöver hjälp',
    );
    if (!heading) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => Object.assign(globalThis, { readableMs: performance.now() })),
    );
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
}
