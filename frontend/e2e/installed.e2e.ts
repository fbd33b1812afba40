import type { Page } from '@playwright/test';
import { PAGES } from '@contract/paths';
import { noColourFound, nothingFound } from './axe.js';
import { FrontServer } from './front-server.js';
import { activeAlarms, expect, test as base } from './story.js';

/** Tests the installed app: without a network or a server, after a deploy, and its shortcuts. */

interface Fixtures {
  front: FrontServer;
  /** Lisa's page behind the front server, with its service worker at work. */
  installed: Page;
}

const test = base.extend<Fixtures>({
  front: async ({ baseURL }, use) => {
    const front = await FrontServer.before(baseURL ?? '');
    await use(front);
    front.close();
  },
  installed: async ({ user, front }, use) => {
    const { page } = await user('lisa', { baseURL: front.origin });
    await page.goto('/app');
    await isInstalled(page);
    await use(page);
  },
});

// The front server carries no sockets, and is lost in these tests.
test.use({
  serviceWorkers: 'allow',
  expected: /WebSocket|50[23] \(|ERR_FAILED|ERR_INTERNET_DISCONNECTED/,
});

const BEHIND_THE_SIGN_IN = Object.values(PAGES).filter((path) =>
  /^\/(app|building|admin)/.test(path),
);

const offline = (page: Page) => page.getByRole('heading', { name: 'Ingen anslutning' });
const address = (page: Page) => page.locator('address', { hasText: 'Storgatan 12, Umeå' });

const hasHomes = (page: Page) =>
  page.evaluate(async () => (await caches.match('/offline-homes')) !== undefined);

/** Waits until the service worker answers this page, and knows the user's home. */
async function isInstalled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => hasHomes(page)).toBe(true);
}

test('a page behind the sign-in leads to 112 without a network, and comes back with it', async ({
  resident,
}) => {
  const { page, context } = await resident('lisa');
  await isInstalled(page);
  await page.goto('/app/history');
  await context.setOffline(true);
  await page.reload();
  await expect(offline(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ring 112' })).toHaveAttribute('href', 'tel:112');
  await expect(address(page)).toContainText('Lägenhet 1102');
  await expect(page.getByText('Rök i trapphuset? Stanna i lägenheten.')).toBeVisible();
  for (const path of [PAGES.app, PAGES.building, PAGES.adminCodes]) {
    await page.goto(path);
    await expect(offline(page), path).toBeVisible();
  }
  await page.goto(PAGES.history);
  await context.setOffline(false);
  // The page notices by itself that the network is back.
  await expect(page.getByRole('heading', { name: 'Larm de senaste 12 månaderna' })).toBeVisible();
});

test(
  'every page behind the sign-in leads to 112 without a network',
  { tag: '@long' },
  async ({ resident }) => {
    const { page, context } = await resident('lisa');
    await isInstalled(page);
    await context.setOffline(true);
    for (const path of BEHIND_THE_SIGN_IN) {
      await page.goto(path);
      await expect(offline(page), path).toBeVisible();
    }
  },
);

test('the offline page passes axe, follows the chosen theme and needs no pointer', async ({
  resident,
}) => {
  // The system's theme is followed nowhere.
  const options = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;
  const { page, context } = await resident('lisa', options);
  const colours = () =>
    page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content,
    ]);
  const light = ['rgb(255, 255, 255)', '#ffffff'];
  expect(await colours()).toEqual(light);
  await isInstalled(page);
  await context.setOffline(true);
  await page.reload();
  await expect(offline(page)).toBeVisible();
  await nothingFound(page, 'offline');
  expect(await colours()).toEqual(light);
  await page.evaluate(() => localStorage.setItem('resq.theme', 'dark'));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Ring 112' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Försök igen' })).toBeFocused();
  const reloaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await reloaded;
  await expect(offline(page)).toBeVisible();
  expect(await colours()).toEqual(['rgb(14, 17, 22)', '#0e1116']);
  await noColourFound(page, 'offline, dark');
});

test('a server that is down is replaced by the same page, without a home after a sign-out', async ({
  installed: page,
  front,
}) => {
  front.isUp = false;
  await page.goto('/app/profile');
  await expect(offline(page)).toBeVisible();
  await expect(address(page)).toContainText('Lägenhet 1102');
  front.isUp = true;
  await page.getByRole('button', { name: 'Försök igen' }).click();
  await page.getByRole('button', { name: 'Logga ut', exact: true }).first().click();
  await expect.poll(() => hasHomes(page)).toBe(false);
  front.isUp = false;
  await page.goto('/about');
  await expect(offline(page)).toBeVisible();
  await expect(page.getByText('Säg var du är')).toHaveCount(0);
});

test('a new build is shown at the next load, and the cache holds no page and no data', async ({
  installed: page,
  front,
}) => {
  await page.goto('/app/history');
  const saved = await page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      const all = await (await caches.open(name)).keys();
      paths.push(...all.map(({ url }) => new URL(url).pathname));
    }
    return paths;
  });
  expect(saved.filter((path) => !/^\/assets\/.*-[\w-]{8}\.(js|css)$/.test(path))).toEqual([
    '/offline-homes',
  ]);
  expect(saved.length).toBeGreaterThan(1);
  front.build = 'next';
  await page.reload();
  await expect(page.locator('meta[name="resq-build"]')).toHaveAttribute('content', 'next');
});

test('the worker and the manifest are asked for at every visit', async ({ request }) => {
  for (const [path, type] of [
    ['/sw.js', /^(text|application)\/javascript/],
    ['/manifest.webmanifest', /^application\/manifest\+json/],
  ] as const) {
    const headers = (await request.get(path)).headers();
    expect(headers['content-type']).toMatch(type);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain("worker-src 'self'");
  }
});

test('a shortcut of the installed app opens the sheet of its type, once, and sends nothing', async ({
  resident,
  request,
}) => {
  const { page } = await resident('lisa');
  await page.goto('/app/history');
  await page.goto('/app#medicinsk-nod');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: 'Skicka medicinskt larm' })).toBeVisible();
  await expect(page).toHaveURL('/app');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Medicinsk nöd' })).toBeVisible();
  await expect(sheet).toHaveCount(0);
  expect(await activeAlarms(request)).toEqual([]);
});
