// @ts-check
import { Person, until } from './person.mjs';

/**
 * @typedef {{
 *   startAfresh: () => Promise<void>,
 *   openTab: () => Promise<import('./person.mjs').Tab>,
 * }} Browser
 * @typedef {{ browser: Browser, speaker: { isLoud: boolean } }} Side
 */

/**
 * Two neighbours warn each other, one with the browser under test and one with Chromium.
 * @param {string} origin
 * @param {Side} under the browser under test
 * @param {Side} other
 * @throws Error with the first thing that is not seen or heard, or with what a page complained about
 */
export async function warnEachOther(origin, under, other) {
  await Promise.all([under.browser.startAfresh(), other.browser.startAfresh()]);
  const lisa = new Person(await under.browser.openTab(), origin);
  const karl = new Person(await other.browser.openTab(), origin);
  await lisa.passesTheGate();
  await lisa.signsIn('lisa');
  await lisa.arms();
  await karl.signsIn('karl');
  await karl.arms();

  await karl.raises('Brand', 'Skicka brandlarm');
  await lisa.sees('Lägenhet 1301, plan 3, Karl Ek');
  await sounds(under);
  await lisa.presses('Tysta ljudet');
  await isSilent(under);
  await lisa.presses('Jag är i säkerhet');
  await karl.sees('I säkerhet (1)');
  await lisa.tab.reload();
  await lisa.sees('Larm från lägenhet 1301');
  const second = new Person(await under.browser.openTab(), origin);
  await second.goTo('/app');
  await second.sees('Larm från lägenhet 1301');
  await karl.ends();
  await lisa.sees('Faran är över.');
  await second.sees('Faran är över.');
  await isSilent(under);
  await lisa.presses('Stäng');
  await karl.presses('Stäng');

  await lisa.raises('Medicinsk nöd', 'Skicka medicinskt larm');
  await karl.sees('Lägenhet 1102, plan 1, Lisa Ny');
  await sounds(other);
  await karl.presses('Jag kommer och hjälper');
  await isSilent(other);
  await lisa.sees('Kommer (1)');
  await lisa.ends();
  await karl.sees('Faran är över.');

  for (const { tab } of [lisa, second, karl]) {
    const complaints = (await tab.complaints()).filter((one) => !EXPECTED.test(one));
    if (complaints.length > 0) throw new Error(`complaints: ${complaints.join('; ')}`);
  }
}

/**
 * The contract requires 404 for a browser session that has not passed the gate. A busy machine may refuse
 * for a moment (503): the page asks again, and the story sees whether it does.
 */
const EXPECTED = /404|status of 503/;

/** @param {Side} side */
const sounds = ({ speaker }) => until('the sound of the alarm', () => speaker.isLoud);

/** @param {Side} side */
const isSilent = ({ speaker }) => until('the silence', () => !speaker.isLoud);
