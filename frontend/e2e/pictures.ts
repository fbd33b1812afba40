import { fileURLToPath } from 'node:url';
import type { SignedIn } from '@contract/http';
import type { APIRequestContext, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { Neighbour } from './neighbour.js';
import { decide, expect, type Tab } from './story.js';
import { PASSWORD } from './visitor.js';

const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url));
export const WIDE = { viewport: { width: 1440, height: 900 } };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** Has the scale of the composed picture, so that its pixels stay sharp. */
export const LARGE_PHONE = {
  ...PHONE,
  viewport: { width: 390, height: 836 },
  deviceScaleFactor: 1.5,
};

export async function take(page: Page, name: string, fullPage = false): Promise<void> {
  await shownImages(page);
  await page.screenshot({ path: `${IMAGES}${name}.png`, fullPage, animations: 'disabled' });
}

/** Waits for the images in the window: browsers load a lazy one only when it is there. */
export const shownImages = (page: Page) =>
  page.waitForFunction(() =>
    [...document.images].every((one) => {
      const { top, bottom, width } = one.getBoundingClientRect();
      const isShown = width > 0 && bottom > 0 && top < innerHeight;
      return !isShown || (one.complete && one.naturalWidth > 0);
    }),
  );

/** Takes a picture that the manifest names, for the browser's installation prompt. */
export async function takeForManifest(page: Page, name: string): Promise<void> {
  const path = fileURLToPath(new URL(`../public/screenshots/${name}.png`, import.meta.url));
  await page.screenshot({ path, animations: 'disabled' });
}

export const dark = (origin = ''): BrowserContextOptions => ({
  storageState: {
    cookies: [],
    origins: [{ origin, localStorage: [{ name: 'resq.theme', value: 'dark' }] }],
  },
});

/** A phone without notifications is ready while its page is open. */
const chip = (page: Page) =>
  page.getByRole('link', { name: /Redo( när sidan är öppen)?\. Testa ljud och aviseringar/ });

/** Tests the sound as a member does, so that the tab is ready, and returns to the panel. */
export async function makeReady({ page }: Tab): Promise<void> {
  await page.goto('/app/check');
  await page.getByRole('button', { name: 'Spela testljud' }).click();
  await page.getByRole('button', { name: 'Ja' }).click();
  await expect(chip(page)).toBeVisible();
  await page.getByRole('link', { name: 'Till larmpanelen' }).click();
  await expect(page.getByRole('button', { name: 'Brand' })).toBeVisible();
}

/** The tabs whose device has been tested: its test lasts, and the check page folds the step of it. */
const tested = new WeakSet<Page>();

/** Opens a page as a ready member. Every load needs a press, because it blocks the sound again. */
export async function openReady(tab: Tab, path: string): Promise<void> {
  if (!tested.has(tab.page)) await makeReady(tab);
  tested.add(tab.page);
  await tab.page.goto(path);
  await expect(tab.page.getByRole('heading', { level: 1 })).toBeVisible();
  await tab.page.mouse.click(4, 400);
  await expect(chip(tab.page)).toBeVisible();
  await expect(tab.page.getByText(/^Ljudet är (av|på)/)).toHaveCount(0);
}

export async function sendFire(tab: Tab): Promise<void> {
  await tab.page.getByRole('button', { name: 'Brand' }).click();
  await decide(tab);
  await tab.page.getByRole('button', { name: 'Skicka brandlarm' }).click();
  await expect(tab.page.getByText(/Larmet är skickat/)).toBeVisible();
}

/** Waits until an alarm is twenty seconds old, when the button to undo has become the one to end. */
export const twentySeconds = (page: Page) =>
  expect(page.getByRole('timer')).toHaveText(/^0:[2-5]/, { timeout: 40_000 });

export const incoming = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Brandlarm' });

/** Adds a member to the demo building who responds without a browser. */
export async function newNeighbour(request: APIRequestContext, name: string, apartment: string) {
  const account = name.toLowerCase().replace(/\W+/g, '-');
  const data = { email: `${account}@resq.example`, password: PASSWORD };
  const signedUp = (await (await request.post('/api/auth/sign-up', { data })).json()) as SignedIn;
  const headers = { Authorization: `Bearer ${signedUp.accessToken}` };
  const joined = await request.post('/api/demo/join', { headers, data: { name, apartment } });
  expect(joined.ok(), await joined.text()).toBe(true);
  return Neighbour.of(request, account);
}

/** Lays the phones side by side, each in a frame of 10 px. */
export const composition = (figures: [caption: string, picture: Buffer][]) => `
  <style>
    body { margin: 0; padding: 24px; display: flex; gap: 24px; background: #e4e9f2 }
    figure { margin: 0; text-align: center; font: 600 18px system-ui }
    img { width: 390px; margin-bottom: 10px; border: 10px solid #11151c; border-radius: 30px }
  </style>
  ${figures
    .map(
      ([caption, picture]) => `<figure>
      <img src="data:image/png;base64,${picture.toString('base64')}">
      <figcaption>${caption}</figcaption>
    </figure>`,
    )
    .join('')}`;
