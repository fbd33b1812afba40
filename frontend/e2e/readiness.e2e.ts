import type { Page } from '@playwright/test';
import { reconnect } from './network-link.js';
import { makeReady } from './pictures.js';
import { arm, expect, openWithLink, SOUNDS, takeBack, test, type Tab } from './story.js';

/** Tests whether a tab reports that an alarm would reach it, and how neighbours are counted. */

const NOBODY = 'Ingen granne är redo just nu. Ring 112 först.';
const icon = (page: Page) => page.locator('link[rel="icon"]').first();
const ONE = /^1 av \d+ grannar är redo att ta emot larm\.$/;

test('a neighbour counts as ready only while their tab would sound, not after a reload silenced it', async ({
  resident,
  listener,
}) => {
  const karl = (await resident('karl', { viewport: { width: 360, height: 640 } })).page;
  await expect(karl.getByText(NOBODY)).toBeVisible();
  const sizeOf = (one: Element) => parseFloat(getComputedStyle(one).fontSize);
  const line = await karl.getByText(NOBODY).evaluate(sizeOf);
  const smallest = await karl
    .locator('main p')
    .evaluateAll((all) =>
      Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize))),
    );
  expect(line, 'the line is not the smallest text').toBeGreaterThan(smallest);
  const lisa = await listener('lisa');
  await expect.poll(() => lisa.observer.text).toContain('Ljud av');
  await expect(karl.getByText(NOBODY)).toBeVisible();
  await test.step('the sheet says so too, and its buttons stay where they are', async () => {
    await karl.getByRole('button', { name: 'Brand' }).click();
    const sheet = karl.getByRole('dialog');
    const boxes = () =>
      sheet
        .locator('a, button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    await expect(sheet.getByText('Ingen granne är redo. Ring 112 först.')).toBeVisible();
    const before = await boxes();
    expect(before).toHaveLength(3);
    await arm(lisa);
    const reached = /^1 av \d+ grannar nås med ljud eller avisering\.$/;
    await expect(sheet.getByText(reached)).toBeVisible();
    expect(await boxes()).toEqual(before);
    await sheet.getByRole('button', { name: 'Avbryt' }).click();
  });
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

const BOX = 'resq-box ';

/** Says in the console where the first button with each name is. It runs in the page. */
function reportBoxes({ names, mark }: { names: string[]; mark: string }): void {
  setInterval(() => {
    for (const one of document.querySelectorAll('button')) {
      const name = names.find((text) => one.textContent.startsWith(text));
      const { x, y, width, height } = one.getBoundingClientRect();
      if (!name || width === 0) continue;
      console.debug(mark + JSON.stringify({ name, x: x + width / 2, y: y + height / 2 }));
    }
  }, 50);
}

/** @returns the middle of each such button, up to 50 ms old, from the next navigation on */
async function watchPlaces(page: Page, names: string[]) {
  const places = new Map<string, { x: number; y: number }>();
  page.on('console', (message) => {
    const line = message.text();
    if (!line.startsWith(BOX)) return;
    const { name, x, y } = JSON.parse(line.slice(BOX.length)) as Record<'x' | 'y', number> & {
      name: string;
    };
    places.set(name, { x, y });
  });
  await page.addInitScript(reportBoxes, { names, mark: BOX });
  return places;
}

// The last test sees the first press on the panel and on the check page, and `still.e2e.ts` on an alarm.
for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  const title = `a slow press unlocks the sound and reaches its button, ${viewport.width} px wide`;
  test(title, { tag: '@long' }, async ({ listener }) => {
    const lisa = await listener('lisa', { viewport });
    const { page, observer } = lisa;
    const places = await watchPlaces(page, ['Brand', 'Annan fara', 'Spela testljud']);
    await makeReady(lisa);
    const press = async (path: string, name: string) => {
      await page.goto(path);
      await expect.poll(() => observer.text).toContain('Ljudet är av');
      places.clear();
      await expect.poll(() => places.get(name)).toBeDefined();
      const { x, y } = places.get(name)!;
      await page.mouse.move(x, y);
      await page.mouse.down();
      await expect.poll(() => observer.text, 'the sound is on').not.toContain('Ljudet är av');
      places.clear();
      await expect.poll(() => places.get(name), 'nothing moves under the finger').toEqual({ x, y });
      await page.mouse.up();
    };
    await press('/app', 'Brand');
    await expect(page.getByRole('button', { name: 'Skicka brandlarm' })).toBeVisible();
    await press('/app', 'Annan fara');
    await expect(page.getByRole('button', { name: 'Skicka larm om fara' })).toBeVisible();
    await press('/app/check', 'Spela testljud');
    await expect(page.getByText('Hörde du ljudet?')).toBeVisible();
  });
}

test(
  'a sound test plays the siren, and the device is ready when the member confirms it',
  { tag: '@long' },
  async ({ listener }) => {
    const { page, observer } = await listener('lisa');
    await page.getByRole('link', { name: 'Testa att larm når dig.' }).click();
    const chip = (word: string) =>
      page.getByRole('link', { name: `${word}. Testa ljud och aviseringar` });
    const result = page.getByRole('status').filter({ has: page.getByRole('strong') });
    await page.getByRole('button', { name: 'Spela testljud' }).click();
    await expect(page.getByText('Hörde du ljudet?')).toBeVisible();
    expect(observer.loudest).toBeGreaterThan(0.5);
    for (const tone of [520, 650]) {
      expect(observer.tones.some((hz) => Math.abs(hz - tone) < 25)).toBe(true);
    }
    observer.forget();
    await page.getByRole('button', { name: 'Nej' }).click();
    await expect(result).toHaveText(/^Inte redo\. Du hörde inte testljudet\./);
    await expect(chip('Ljudet inte testat')).toBeVisible();
    await expect.poll(() => observer.sampleCount).toBeGreaterThan(5);
    expect(observer.loud).toBe(0);
    await page.getByRole('button', { name: 'Spela igen' }).click();
    await page.getByRole('button', { name: 'Ja' }).click();
    await expect(result).toHaveText(
      /^Nästan redo\. Larm hörs bara när sidan är öppen\. .*i dag kl\.\s\d\d/,
    );
    await expect(chip('Redo')).toBeVisible();
    await page.getByRole('link', { name: 'Till larmpanelen' }).click();
    await expect(page.getByRole('heading', { name: 'Larma dina grannar' })).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^(Ingen granne|\d+ av)/)).toBeVisible();
    await expect(page.getByText('Testa att larm når dig.')).toHaveCount(0);
  },
);

test('an alarm ends a sound test and sounds', { tag: '@long' }, async ({ resident, listener }) => {
  const [lisa, karl] = [await listener('lisa'), (await resident('karl')).page];
  await lisa.page.goto('/app/check');
  await karl.getByRole('button', { name: 'Brand' }).click();
  await lisa.page.getByRole('button', { name: 'Spela testljud' }).click();
  await karl.getByRole('button', { name: 'Skicka brandlarm' }).click({ delay: 450 });
  await expect(lisa.page.getByRole('alertdialog', { name: 'Brandlarm' })).toBeVisible();
  // The sound test would have ended by itself within this time.
  await lisa.page.waitForTimeout(4_000);
  lisa.observer.forget();
  await expect.poll(() => lisa.observer.loud).toBeGreaterThan(5);
  await expect(lisa.page.getByText('Testet avbröts av ett larm.')).toBeAttached();
});

test('a lost connection is shown after five and after thirty seconds, but not within three', async ({
  listener,
}) => {
  const tab = await openWithLink(listener, 'karl', {}, (empty) => empty.page.clock.install());
  const { page, link } = tab;
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
  await expect(page.getByRole('link', { name: new RegExp(`^(${SOUNDS.source})\\.`) })).toHaveCount(
    0,
  );
  await page.clock.runFor(25_000);
  const lost = /Ingen anslutning sedan kl\.\s\d\d\.\d\d\. Larm når inte den här fliken\./;
  await expect(page.getByText(lost)).toBeVisible();
  await expect(page.getByRole('banner').getByText('Frånkopplad')).toBeVisible();
  await expect(page).toHaveTitle('○ Frånkopplad – Larmpanel – ResQ');
  await expect(icon(page)).toHaveAttribute('href', /4a5160/);
  link.mend();
  await page.getByRole('button', { name: 'Försök igen' }).click();
  await expect(page.getByText('Ansluten igen.')).toBeVisible();
  await page.clock.runFor(3_500);
  await expect(page.getByText('Ansluten igen.')).toHaveCount(0);
  await expect(page).toHaveTitle('Larmpanel – ResQ');
  await expect(icon(page)).toHaveAttribute('href', '/favicon.svg');

  await tab.context.setOffline(true);
  await expect(page.getByText('Du är offline. Ring 112 vid fara.')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Frånkopplad')).toBeVisible();
});

/** Triggers a new attempt at once, because the paused clock never starts the next one. */
async function comesBack({ page }: Tab): Promise<void> {
  await reconnect(page);
  await expect(page.getByText(/^(Ingen granne|\d+ av)/)).toBeVisible();
}

test('a tab of an older build says so, still receives alarms, and is updated by a press', async ({
  resident,
}) => {
  const lisa = await openWithLink(resident, 'lisa', {}, ({ link }) => link.serve('newer'));
  const karl = (await resident('karl')).page;
  const newer = lisa.page.getByText('Ny version finns.');
  await expect(newer).toBeVisible();
  await karl.getByRole('button', { name: 'Brand' }).click();
  await karl.getByRole('button', { name: 'Skicka brandlarm' }).click({ delay: 450 });
  await expect(lisa.page.getByRole('alertdialog', { name: 'Brandlarm' })).toBeVisible();
  await expect(newer).toHaveCount(0);
  await takeBack(karl);
  await lisa.page.getByRole('button', { name: 'Stäng' }).click();
  // An earlier call would come too soon: closing the alarm sends a receipt, whose answer names the
  // build.
  lisa.page.once('framenavigated', () => lisa.link.serve());
  await lisa.page.getByRole('button', { name: 'Uppdatera' }).click();
  await expect(lisa.page.getByText(/^(Ingen granne|\d+ av)/)).toBeVisible();
  await expect(newer).toHaveCount(0);
});

for (const { width, height, tag } of [
  { width: 360, height: 740, tag: [] },
  { width: 1440, height: 900, tag: '@long' },
]) {
  const title = `the press that unlocks the sound hits its button at ${width} px, whatever the header then says`;
  test(title, { tag }, async ({ listener }) => {
    const { page, observer } = await listener('anna', { viewport: { width, height } });
    const places = await watchPlaces(page, ['Brand']);
    await page.goto('/app/check');
    const untested = page.getByRole('link', {
      name: 'Ljudet inte testat. Testa ljud och aviseringar',
    });
    // A busy machine may play nothing while the tab listens. The tab says so, and the next press tries again.
    await expect(async () => {
      await page.mouse.click(4, 400);
      await untested.waitFor({ timeout: 5_000 });
    }).toPass();
    const button = await page.getByRole('button', { name: 'Spela testljud' }).boundingBox();
    // The reload locks the sound again. From here on a locator would unlock it.
    await page.reload();
    await expect.poll(() => observer.text).toContain('Ljud av');
    await page.mouse.click(width / 2, button!.y + button!.height / 2, { delay: 120 });
    await expect.poll(() => observer.text).toContain('Testljudet spelas');

    await page.goto('/app');
    await expect.poll(() => observer.text).toContain('Ljudet är av');
    places.clear();
    await expect.poll(() => places.get('Brand')).toBeDefined();
    const { x, y } = places.get('Brand')!;
    await page.mouse.click(x, y, { delay: 120 });
    await expect(page.getByRole('button', { name: 'Skicka brandlarm' })).toBeVisible();
  });
}
