import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../visitor.js';
import { passGate } from './forms.js';

/** Tests that only signed-in users load the socket code. */

const SOCKET_CODE = /engine\.io|EIO=4|socket\.io/;

/** Collects the address of every script that the page loads from now on. */
function scriptsOf(page: Page): Set<string> {
  const found = new Set<string>();
  page.on('response', (answer) => {
    if (answer.ok() && answer.request().resourceType() === 'script') found.add(answer.url());
  });
  return found;
}

/** Loads them once more, because the browser drops the text of a script at the next navigation. */
const textsOf = (page: Page, scripts: Set<string>): Promise<string[]> =>
  Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()));

test('visitors without a session load no socket code', async ({ visitor }) => {
  const { page } = await visitor();
  const scripts = scriptsOf(page);
  await passGate(page);
  for (const path of ['/about', '/contact', '/terms', '/auth', '/join', '/finns-inte']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const texts = await textsOf(page, scripts);
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter((text) => SOCKET_CODE.test(text))).toEqual([]);

  await test.step('the panel loads socket code that the pattern matches', async () => {
    await signIn(page, 'otto@resq.example');
    const ofPanel = scriptsOf(page);
    await page.goto('/app');
    await expect(page.getByRole('heading', { name: 'Larma dina grannar' })).toBeVisible();
    const panel = await textsOf(page, ofPanel);
    expect(panel.filter((text) => SOCKET_CODE.test(text)).length).toBeGreaterThan(0);
  });
});
