import type { Page } from '@playwright/test';
import { nothingFound } from './axe.js';
import { keepsBoxes } from './forced-colours.js';
import { Neighbour } from './neighbour.js';
import { refuseNotifications, test } from './push-browser.js';
import { expect } from './story.js';

/** Tests the steps of the check page in browsers that allow notifications, or have blocked them. */

// A page subscribes in vain until it has the tests' push service.
test.use({ serviceWorkers: 'allow', expected: /Push API in incognito mode/ });

const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
/** Opens a step by its heading. One step is open at a time. */
const openStep = (page: Page, name: string) =>
  page.getByRole('heading', { name }).getByRole('button').click();
const result = (page: Page) => page.getByRole('status').filter({ has: page.locator('strong') });
const chip = (page: Page) => page.getByRole('link', { name: /\. Testa ljud och aviseringar$/ });

test('a device is ready once sound and a test push have arrived', async ({ subscriber }) => {
  const lisa = await subscriber('lisa', { permissions: ['notifications'] });
  const { page } = lisa.tab;
  await page.goto('/app/check');
  // The permission is given already, so the subscription is made without a press.
  await expect(step(page, 'Aviseringar')).toContainText('Klart');
  await expect(step(page, 'Testavisering')).toContainText('Kvar');
  await openStep(page, 'Testavisering');
  await nothingFound(page, 'push is on');
  await page.getByRole('button', { name: 'Skicka testavisering' }).click();
  await expect(page.getByText('Väntar på aviseringen …')).toBeVisible();
  expect((await lisa.receive()).notification.title).toBe('Testavisering');
  await expect(page.getByText('Såg du aviseringen?')).toBeFocused();
  await page.getByRole('button', { name: 'Ja' }).click();
  await expect(step(page, 'Testavisering')).toContainText('Klart');
  await expect(result(page)).toHaveText('Nästan redo. Ljudet är inte testat.');
  await expect(chip(page)).toHaveText(/Redo med avisering/);
  // The sound takes its four seconds: it counts once the browser's own clock for sound has moved.
  await page.getByRole('button', { name: 'Spela testljud' }).click();
  await page.getByRole('button', { name: 'Ja' }).click();
  await expect(result(page)).toHaveText(/^Den här enheten är redo\. Senast testad i dag kl\./);
  await expect(result(page).locator('p')).toBeFocused();
  await expect(page.getByRole('button', { expanded: true })).toHaveCount(0);
  await nothingFound(page, 'ready');
  // A finished step opens again by the keyboard.
  await page.getByRole('heading', { name: 'Ljud' }).getByRole('button').press('Enter');
  await expect(page.getByRole('button', { name: 'Spela igen' })).toBeVisible();
  await expect(page.getByRole('button', { expanded: true })).toHaveCount(1);
  await page.getByRole('link', { name: 'Till larmpanelen' }).click();
  await page.waitForURL('/app');
});

test('a blocked browser shows where its switch is, and never asks by itself', async ({
  resident,
}) => {
  const { page } = await resident('lisa', { viewport: { width: 360, height: 740 } });
  await refuseNotifications(page);
  await page.goto('/app/check');
  const isAsked = () => page.evaluate(() => (window as { asked?: boolean }).asked ?? false);
  await openStep(page, 'Aviseringar');
  await page.getByRole('button', { name: 'Slå på aviseringar' }).scrollIntoViewIfNeeded();
  expect(await isAsked()).toBe(false);
  await page.getByRole('button', { name: 'Slå på aviseringar' }).click();
  await expect(step(page, 'Aviseringar')).toContainText('Fungerar inte');
  expect(await isAsked()).toBe(true);
  await expect(page.getByText(/^Aviseringar är blockerade\./)).toBeFocused();
  const browsers = page.getByLabel('Din webbläsare');
  const help = step(page, 'Aviseringar').getByRole('list');
  for (const name of await browsers.locator('option').allTextContents()) {
    await browsers.selectOption(name);
    await expect(help.getByRole('listitem')).toHaveCount(2);
    await expect(help.locator('svg')).toHaveCount(
      name.startsWith('Safari') || name.startsWith('iP') ? 0 : 1,
    );
  }
  await nothingFound(page, 'blocked');
  await keepsBoxes(page, 'blocked');
});

test('a practice alarm sounds here alone, sends nothing, and gives way to a real one', async ({
  listener,
  request,
}) => {
  const { page, observer } = await listener('lisa');
  await page.goto('/app/check');
  const start = page.getByRole('button', { name: 'Så här låter och ser ett larm ut' });
  await expect(chip(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (one) => requests.push(`${one.method()} ${one.url()}`));
  await start.click();
  const practice = page.getByRole('alertdialog', { name: /^Övning,/ });
  await expect(practice).toBeVisible();
  await expect.poll(() => observer.loud, { intervals: [50] }).toBeGreaterThan(3);
  await nothingFound(page, 'practice');
  await practice.getByRole('button', { name: 'Jag är i säkerhet' }).click();
  await expect(practice.getByText(/^Ditt svar: Jag är i säkerhet\./)).toBeVisible();
  await expect.poll(() => observer.lastRms, { intervals: [50] }).toBeLessThan(0.01);
  await page.keyboard.press('Escape');
  await expect(practice).toHaveCount(0);
  expect(requests.filter((one) => one.includes('/api/alarms'))).toEqual([]);
  expect(requests.filter((one) => one.startsWith('POST'))).toEqual([]);

  await start.click();
  await expect(practice).toBeVisible();
  await (await Neighbour.of(request, 'anna')).raise('fire');
  await expect(page.getByRole('alertdialog', { name: 'Brandlarm' })).toBeVisible();
  await expect(practice).toHaveCount(0);
  observer.forget();
  await expect.poll(() => observer.loud, { intervals: [50] }).toBeGreaterThan(3);
});
