import { NetworkLink } from './network-link.js';
import { arm, expect, test, type Tab } from './story.js';

/** A tab reports whether an alarm would reach it, and the building counts such tabs. */

const NOBODY = 'Ingen granne är redo just nu. Ring 112 först.';
const ONE = /^1 av \d+ grannar är redo att ta emot larm\.$/;

test('a neighbour counts as ready while their tab would sound, and after a reload that silenced it no more', async ({
  resident,
}) => {
  const karl = (await resident('karl')).page;
  await expect(karl.getByText(NOBODY)).toBeVisible();
  const lisa = await resident('lisa');
  await expect.poll(() => lisa.observer.text).toContain('Ljud av');
  await expect(karl.getByText(NOBODY)).toBeVisible();
  await arm(lisa);
  await expect(karl.getByText(ONE)).toBeVisible();
  await lisa.page.reload();
  const silenced = 'Ljudet är av i den här fliken. Det stängdes av när sidan laddades om.';
  await expect.poll(() => lisa.observer.text).toContain(silenced);
  await expect(karl.getByText(NOBODY)).toBeVisible();
  await lisa.page.mouse.click(4, 400);
  await expect(karl.getByText(ONE)).toBeVisible();
  await lisa.page.close();
  await expect(karl.getByText(NOBODY)).toBeVisible();
});

test(
  'a test plays the siren for four seconds, and counts when the member confirms it',
  { tag: '@long' },
  async ({ resident }) => {
    const { page, observer } = await resident('lisa');
    await page.getByRole('link', { name: 'Testa att larm når dig.' }).click();
    const result = page.getByRole('status').filter({ hasText: /redo\./ });
    await page.getByRole('button', { name: 'Spela testljud' }).click();
    await expect(page.getByText('Hörde du ljudet?')).toBeVisible();
    expect(observer.loudest).toBeGreaterThan(0.5);
    for (const tone of [520, 650]) {
      expect(observer.tones.some((hz) => Math.abs(hz - tone) < 25)).toBe(true);
    }
    observer.forget();
    await page.getByRole('button', { name: 'Nej' }).click();
    await expect(result).toHaveText('Inte redo. Ljudet hördes inte.');
    await expect.poll(() => observer.sampleCount).toBeGreaterThan(5);
    expect(observer.loud).toBe(0);
    await page.getByRole('button', { name: 'Spela igen' }).click();
    await page.getByRole('button', { name: 'Ja' }).click();
    await expect(result).toContainText(/^Den här enheten är redo\. Senast testad i dag kl\.\s\d\d/);
    await page.getByRole('link', { name: 'Till larmpanelen' }).click();
    await expect(page.getByRole('heading', { name: 'Larma dina grannar' })).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^(Ingen granne|\d+ av)/)).toBeVisible();
    await expect(page.getByText('Testa att larm når dig.')).toHaveCount(0);
  },
);

test('an alarm ends a test and rings itself', { tag: '@long' }, async ({ resident }) => {
  const [lisa, karl] = [await resident('lisa'), (await resident('karl')).page];
  await lisa.page.goto('/app/check');
  await karl.getByRole('button', { name: 'Brand' }).click();
  await lisa.page.getByRole('button', { name: 'Spela testljud' }).click();
  await karl.getByRole('button', { name: 'Skicka brandlarm' }).click({ delay: 450 });
  await expect(lisa.page.getByRole('alertdialog', { name: 'Brandlarm' })).toBeVisible();
  // Longer than the test would have lasted.
  await lisa.page.waitForTimeout(4_000);
  lisa.observer.forget();
  await expect.poll(() => lisa.observer.loud).toBeGreaterThan(5);
  await expect(lisa.page.getByText('Testet avbröts av ett larm.')).toBeAttached();
});

test('a lost connection is shown after five seconds and after thirty, and a gap of three is not', async ({
  resident,
}) => {
  const tab = await resident('karl');
  const { page } = tab;
  await page.clock.install();
  const link = await NetworkLink.of(tab.context);
  await page.reload();
  await arm(tab);
  await page.clock.pauseAt(Date.now() + 5_000);

  await link.cut();
  await page.clock.runFor(3_000);
  expect(await page.innerText('body')).not.toMatch(/Ansluter|Ingen anslutning|Frånkopplad/);
  link.mend();
  await comesBack(tab);
  expect(await page.innerText('body')).not.toMatch(/Ansluten igen|Ansluter/);

  await link.cut();
  await page.clock.runFor(6_000);
  await expect(page.getByText('Ansluter igen … Larm kan dröja.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Redo\./ })).toHaveCount(0);
  await page.clock.runFor(25_000);
  const lost = /Ingen anslutning sedan kl\.\s\d\d\.\d\d\. Larm når inte den här fliken\./;
  await expect(page.getByText(lost)).toBeVisible();
  await expect(page.getByText('Frånkopplad')).toBeVisible();
  await expect(page).toHaveTitle('○ Frånkopplad – Larmpanel – ResQ');
  expect(await page.getAttribute('link[rel="icon"]', 'href')).toContain('4a5160');
  link.mend();
  await page.getByRole('button', { name: 'Försök igen' }).click();
  await expect(page.getByText('Ansluten igen.')).toBeVisible();
  await page.clock.runFor(3_500);
  await expect(page.getByText('Ansluten igen.')).toHaveCount(0);
  await expect(page).toHaveTitle('Larmpanel – ResQ');
  expect(await page.getAttribute('link[rel="icon"]', 'href')).toBe('/favicon.svg');

  await tab.context.setOffline(true);
  await expect(page.getByText('Du är offline. Ring 112 vid fara.')).toBeVisible();
  await expect(page.getByText('Frånkopplad')).toBeVisible();
});

/** Does not wait for the next attempt's turn, which the paused clock would not bring. */
async function comesBack({ page }: Tab): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText(/^(Ingen granne|\d+ av)/)).toBeVisible();
}

test('a tab whose person signed out in another one says so, on its page and in the list of tabs', async ({
  resident,
  anotherTab,
}) => {
  const { page, context } = await resident('karl');
  const other = await anotherTab(context);
  await other.page.goto('/app');
  await other.page.getByRole('button', { name: 'Logga ut' }).click();
  await expect(page.getByText('Du är utloggad. Larm når inte den här fliken.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logga in', exact: true })).toBeVisible();
  await expect(page).toHaveTitle('○ Utloggad – ResQ');
  expect(await page.getAttribute('link[rel="icon"]', 'href')).toContain('4a5160');
});

test('a tab of an older build says so, still receives alarms, and is new after a press', async ({
  resident,
}) => {
  const [lisa, karl] = [await resident('lisa'), (await resident('karl')).page];
  const link = await NetworkLink.of(lisa.context);
  link.serve('newer');
  await lisa.page.reload();
  const newer = lisa.page.getByText('Ny version finns.');
  await expect(newer).toBeVisible();
  await karl.getByRole('button', { name: 'Brand' }).click();
  await karl.getByRole('button', { name: 'Skicka brandlarm' }).click({ delay: 450 });
  await expect(lisa.page.getByRole('alertdialog', { name: 'Brandlarm' })).toBeVisible();
  await expect(newer).toHaveCount(0);
  await karl.getByRole('button', { name: 'Ångra – falskt larm' }).click();
  await lisa.page.getByRole('button', { name: 'Stäng' }).click();
  // Not earlier: closing the alarm sends a receipt, and the server's answer names its build.
  lisa.page.once('framenavigated', () => link.serve());
  await lisa.page.getByRole('button', { name: 'Uppdatera' }).click();
  await expect(lisa.page.getByText(/^(Ingen granne|\d+ av)/)).toBeVisible();
  await expect(newer).toHaveCount(0);
});
