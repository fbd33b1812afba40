// @ts-check
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { atEnd } from '../../local/lifecycle.mjs';
import { say } from '../../local/say.mjs';
import { measureFacade } from './facade.mjs';
import { startServer, ORIGIN, PASSWORD, signIn } from './server.mjs';
import { stopwatch } from './stopwatch.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ measure: string, values: number[], unit: string, goal?: number }} Figures */

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ALARMS = 60;
const VISITS = 10;
const PRESSES = 20;
const WARM = 50;
const SIMULATED = 1_000;
const MB = 1024 * 1024;

/** Measures alarms, presses, page loads, memory and the drawn building in visible tabs. */
export async function measureBrowser() {
  const close = await startServer();
  atEnd(close);
  const browser = await launch();
  try {
    const context = await browser.newContext({ locale: 'sv-SE', timezoneId: 'Europe/Stockholm' });
    await context.addInitScript(stopwatch);
    const page = await context.newPage();
    await enter(page);
    const anna = await signIn('anna');
    say(`Chromium ${browser.version()}: alarms, presses, visits, ${SIMULATED} alarms in a row`);
    const alarms = await measureAlarms(page, anna);
    const presses = await measurePresses(page);
    const visits = await measureVisits(page);
    const drawn = await measureFacade(browser);
    return [...alarms, visits, presses, drawn, await measureGrowth(page, anna)];
  } finally {
    await browser.close();
    await close();
  }
}

export function launch() {
  const executablePath =
    process.env['CHROMIUM_PATH'] ?? CHROMIUM.find((path) => existsSync(path)) ?? '';
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** @param {Page} page */
async function enter(page) {
  await page.goto(`${ORIGIN}/auth`);
  await page.getByLabel('E-post').fill('lisa@resq.example');
  await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Logga in', exact: true }).click();
  await page.waitForURL(`${ORIGIN}/`);
  await openPanel(page);
}

/** @param {Page} page */
async function openPanel(page) {
  await page.goto(`${ORIGIN}/app`);
  await page.getByRole('button', { name: 'Brand' }).waitFor();
  // The browser allows sound only after a press, so the bench presses an empty spot.
  await page.mouse.click(4, 400);
  await page
    .getByText(/(Redo|Ljudet inte testat)$/)
    .first()
    .waitFor();
}

/** @param {Page} page @param {string[]} names */
async function marksOf(page, ...names) {
  await page.waitForFunction(
    (all) => all.every((name) => name in /** @type {any} */ (globalThis).marks),
    names,
    { polling: 50 },
  );
  return /** @type {Promise<Record<string, number>>} */ (
    page.evaluate(() => ({ .../** @type {any} */ (globalThis).marks }))
  );
}

/** @param {Page} page */
const clear = (page) =>
  page.evaluate(() => {
    const { marks } = /** @type {any} */ (globalThis);
    for (const name of Object.keys(marks)) delete marks[name];
  });

/** Closes the dialog of an ended alarm with a click, as a user does. @param {Page} page */
async function closeEnded(page) {
  await page.getByRole('button', { name: 'Stäng' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
}

/** @param {Page} page @param {Awaited<ReturnType<typeof signIn>>} anna @returns {Promise<Figures[]>} */
async function measureAlarms(page, anna) {
  /** @type {number[]} */
  const painted = [];
  /** @type {number[]} */
  const playing = [];
  for (let count = 0; count < ALARMS; count += 1) {
    await clear(page);
    const id = await anna.raise('fire');
    const marks = await marksOf(page, 'received', 'painted', 'playing');
    painted.push((marks['painted'] ?? NaN) - (marks['received'] ?? NaN));
    playing.push((marks['playing'] ?? NaN) - (marks['received'] ?? NaN));
    await anna.end(id);
    await closeEnded(page);
  }
  const both = painted.map((ms, i) => Math.max(ms, playing[i] ?? NaN));
  return [
    { measure: 'socket message → alarm painted', values: painted, unit: 'ms' },
    { measure: 'socket message → sound playing', values: playing, unit: 'ms' },
    { measure: 'socket message → both', values: both, unit: 'ms', goal: 150 },
  ];
}

/** @param {Page} page @returns {Promise<Figures>} */
async function measurePresses(page) {
  const values = [];
  for (let count = 0; count < PRESSES; count += 1) {
    await page.getByRole('button', { name: 'Brand' }).click();
    await page.waitForTimeout(500);
    await clear(page);
    await page.getByRole('button', { name: 'Skicka brandlarm' }).click();
    const { clicked = NaN, sending = NaN } = await marksOf(page, 'clicked', 'sending');
    values.push(sending - clicked);
    await page.getByRole('button', { name: 'Ångra – falskt larm' }).click();
    await closeEnded(page);
  }
  return { measure: 'press → “Skickar …” painted', values, unit: 'ms', goal: 100 };
}

/** @param {Page} page @returns {Promise<Figures>} */
async function measureVisits(page) {
  const values = [];
  for (let count = 0; count < VISITS; count += 1) {
    await page.goto(`${ORIGIN}/app`);
    values.push((await marksOf(page, 'pressable'))['pressable'] ?? NaN);
  }
  await openPanel(page);
  return { measure: 'repeat visit → panel pressable', values, unit: 'ms', goal: 1_000 };
}

/** @param {Page} page @param {Awaited<ReturnType<typeof signIn>>} anna @returns {Promise<Figures>} */
async function measureGrowth(page, anna) {
  const devtools = await page.context().newCDPSession(page);
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
  const openAndClose = async (/** @type {number} */ times) => {
    for (let count = 0; count < times; count += 1) {
      const id = await anna.raise('fire');
      await page.getByRole('alertdialog', { name: 'Brandlarm' }).waitFor();
      await anna.end(id);
      await closeEnded(page);
    }
  };
  await openAndClose(WARM);
  const before = await heap();
  await openAndClose(SIMULATED);
  const values = [(await heap()) - before].map((bytes) => bytes / MB);
  return {
    measure: `heap after ${SIMULATED} alarms opened and closed`,
    values,
    unit: 'MB',
    goal: 5,
  };
}
