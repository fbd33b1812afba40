import type { Locator, Page, Request } from '@playwright/test';
import { CROWD, crowdOf } from '../../backend/test/support/crowd.js';
import { Neighbour } from './neighbour.js';
import { expect, test } from './story.js';

/**
 * The pages of a board in the largest building that they are made for: 300 homes with 600 members. The
 * requests are a promise; the times are printed, because a busy machine would be no reason to fail.
 */

const ROUNDS = 3;
const MOST_REQUESTS = 3;

const LAST_HOME = (page: Page) => page.getByRole('heading', { level: 4 }).nth(CROWD.homes - 1);

/** The pages, each with the part that shows that it can be used. */
const PAGES: [path: string, last: (page: Page) => Locator][] = [
  ['/building', (page) => page.getByRole('heading', { level: 4 }).first()],
  ['/building/homes', (page) => page.getByLabel('Lägenheter', { exact: true })],
  ['/building/invite', (page) => page.getByRole('button', { name: /^Skapa .*brev$/ })],
  ['/building/posters', (page) => page.getByRole('button', { name: /affisch/ }).first()],
  ['/building/exercises', (page) => page.getByRole('button', { name: 'Planera övning' })],
  ['/building/displays', (page) => page.getByText('Trapphus').last()],
  ['/building/log', (page) => page.getByRole('main').getByRole('listitem').first()],
  ['/building/about', (page) => page.getByLabel('Adress', { exact: true })],
];

/** @returns milliseconds since the page's address was opened, once it has drawn a frame and is idle */
const untilDrawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))),
      ),
  );

/** The sign-in and the alarm ask on every page of the application. */
const isOfPage = (path: string) => path.startsWith('/api/buildings/') && !path.endsWith('/events');

async function open(page: Page, path: string, last: (page: Page) => Locator) {
  const asked: string[] = [];
  const record = (request: Request) => {
    // The page before this one may still have asked.
    if (request.isNavigationRequest()) asked.splice(0);
    const { pathname } = new URL(request.url());
    const route = `${request.method()} ${pathname.replace(/[\w-]{36}/, ':id')}`;
    if (isOfPage(pathname)) asked.push(route);
  };
  page.on('request', record);
  await page.goto(path);
  await last(page).waitFor();
  const ms = await untilDrawn(page);
  const whole =
    path === '/building'
      ? await LAST_HOME(page)
          .waitFor()
          .then(() => untilDrawn(page))
      : ms;
  page.off('request', record);
  return { ms, whole, asked };
}

function print(what: string, all: number[]): void {
  const sorted = all.toSorted((a, b) => a - b).map((ms) => ms.toFixed(0));
  process.stdout.write(`${what}: best ${sorted[0]} ms of ${sorted.join(', ')}\n`);
}

/** @returns milliseconds from the key until the preview that follows it is drawn */
async function timeOfKey(page: Page, key: string): Promise<number> {
  // It listens before the key is sent: two messages that are on their way at once may overtake each other.
  const preview = page.getByRole('region', { name: 'Förhandsvisning' });
  const timer = await preview.evaluateHandle((region) => {
    const drawn = new Promise<number>((resolve) => {
      let sinceMs = 0;
      const changed = new MutationObserver(() => {
        changed.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - sinceMs)));
      });
      const watch = ({ timeStamp }: KeyboardEvent) => {
        sinceMs = timeStamp;
        changed.observe(region, { subtree: true, childList: true, characterData: true });
      };
      window.addEventListener('keydown', watch, { once: true, capture: true });
    });
    return { drawn };
  });
  await page.keyboard.press(key);
  return timer.evaluate(({ drawn }) => drawn);
}

/** Three hundred homes, each on a line of its own. */
const linesOf = (entrance: string) =>
  Array.from({ length: CROWD.homes }, (_, n) => `${entrance} ${2_000 + n}`).join('\n');

test(
  'a board with 300 homes and 600 members opens each page with at most three requests',
  {
    tag: '@long',
  },
  async ({ resident, request, server }) => {
    const { buildingId } = await Neighbour.of(request, 'anna');
    await server.runSql([...crowdOf(buildingId, 0), 'analyze']);
    const { page } = await resident('anna');
    for (const [path, last] of PAGES) {
      const times: number[] = [];
      const wholes: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { ms, whole, asked } = await open(page, path, last);
        times.push(ms);
        wholes.push(whole);
        expect(asked.length, `${path} asks ${asked.join(', ')}`).toBeLessThanOrEqual(MOST_REQUESTS);
        expect(asked.length, `${path} asks for what it shows`).toBeGreaterThan(0);
      }
      print(path, times);
      if (path === '/building') print(`${path}, with all homes`, wholes);
    }

    const keys: number[] = [];
    const letters: number[] = [];
    for (const entrance of ['B', 'C']) {
      await page.goto('/building/homes');
      const area = page.getByLabel('Lägenheter', { exact: true });
      const added = page.getByText(`${CROWD.homes} nya.`, { exact: true });
      await area.fill(linesOf(entrance));
      await expect(added).toBeVisible();
      for (let round = 0; round < ROUNDS; round += 1) {
        keys.push(await timeOfKey(page, 'Backspace'));
        await expect(added).toHaveCount(0);
        keys.push(await timeOfKey(page, '9'));
        await expect(added).toBeVisible();
      }
      await page.getByRole('button', { name: `Lägg in ${CROWD.homes} lägenheter` }).click();
      await expect(page.getByText(`${CROWD.homes} lägenheter är inlagda.`)).toBeVisible();

      await page.goto('/building/invite');
      const make = page.getByRole('button', { name: /^Skapa \d+ brev$/ });
      await make.waitFor();
      const beganMs = await page.evaluate(() => performance.now());
      await make.click();
      const codes = page.getByRole('img', { name: 'QR-kod som leder till inbjudan' });
      await codes.nth(CROWD.homes - 1).waitFor();
      letters.push((await untilDrawn(page)) - beganMs);
      // Otherwise the browser asks before it leaves them.
      await page.getByRole('button', { name: 'Klar' }).click();
      await page.getByRole('button', { name: 'Lämna' }).click();
    }
    print('from a key in a list of 300 typed homes to its preview', keys);
    print('300 letters', letters);
  },
);
