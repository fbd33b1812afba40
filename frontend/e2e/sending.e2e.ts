import type { Locator, Page } from '@playwright/test';
import { activeAlarms, arm, decide, expect, takeBack, test } from './story.js';

/** Tests sending, from the first tap to the roll call, by touch, keyboard and screen reader. */

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true };
const WIDE = { viewport: { width: 1280, height: 800 } };
const SMALLEST_PHONE = { width: 320, height: 568 };
const TARGET_PX = 48;
const APART_PX = 12;
const SENT = /Larmet är skickat kl\.\s\d\d\.\d\d\.\d\d/;

const type = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

interface Box {
  name: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns the boxes of all visible controls in this part, in CSS pixels. */
function controlsIn(part: Locator): Promise<Box[]> {
  return part.evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>('button, a[href], input, select, summary')]
      .filter((control) => control.checkVisibility())
      .map((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return { name: control.innerText, left, right, top, bottom };
      }),
  );
}

const gapOf = (a: Box, b: Box) =>
  Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);

/** Expects all controls to be large enough for a thumb, and far enough from each other. */
async function forThumbs(part: Locator): Promise<void> {
  const boxes = await controlsIn(part);
  expect(boxes.length).toBeGreaterThan(1);
  const small = boxes.filter(
    (one) => Math.min(one.right - one.left, one.bottom - one.top) < TARGET_PX - 0.5,
  );
  expect(small, 'too small').toEqual([]);
  const close = boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .flatMap((b) => (gapOf(a, b) < APART_PX - 0.5 ? [`${a.name} | ${b.name}`] : [])),
  );
  expect(close, 'too close').toEqual([]);
}

test('every control suits a thumb on a small phone, and a fast double tap sends nothing', async ({
  listener,
  request,
}) => {
  const karl = await listener('karl', PHONE);
  const { page } = karl;
  await arm(karl);
  await expect(page.getByText(/Senaste larm:|Inga larm det senaste dygnet/)).toBeVisible();
  // The bar says for a moment that the sound is on.
  await expect(page.getByText('Ljudet är på i den här fliken.')).toHaveCount(0);
  // The drawn building alone is scrolled to. A bar that another test has left takes room of its own.
  const last = page.getByText(/Senaste larm:|Inga larm det senaste dygnet/);
  const { y, height } = (await last.boundingBox())!;
  const menu = (await page.getByRole('navigation').boundingBox())!;
  expect(y + height, 'the buttons need no scrolling').toBeLessThanOrEqual(
    PHONE.viewport.height - menu.height,
  );
  const building = page.getByRole('region', { name: 'Huset just nu' });
  expect((await building.boundingBox())!.y, 'below them').toBeGreaterThanOrEqual(y + height);
  await forThumbs(page.locator('main'));

  const sheet = page.getByRole('dialog', { name: 'Skicka brandlarm?' });
  const send = sheet.getByRole('button', { name: 'Skicka brandlarm' });
  for (const size of [SMALLEST_PHONE, PHONE.viewport]) {
    await page.setViewportSize(size);
    await page.waitForFunction(
      (width) => document.documentElement.clientWidth === width,
      size.width,
    );
    const types = (await controlsIn(page.locator('main'))).slice(0, 3);
    expect(Math.min(...types.map(({ top, bottom }) => bottom - top))).toBeGreaterThanOrEqual(96);
    await type(page, 'Brand').tap();
    const boxes = await controlsIn(sheet);
    const sends = boxes.filter(({ name }) => name === 'Skicka brandlarm');
    const gaps = sends.flatMap((box) => types.map((one) => gapOf(box, one)));
    expect(gaps).toHaveLength(3);
    expect(Math.min(...gaps), 'no overlap').toBeGreaterThanOrEqual(0);
    await sheet.getByRole('button', { name: 'Avbryt' }).tap();
    await expect(sheet).toHaveCount(0);
  }

  await test.step('the sheet fades in, and stands still for those who want no motion', async () => {
    await type(page, 'Brand').tap();
    const motion = () =>
      sheet.evaluate((one) => {
        const { animationName, animationDuration } = getComputedStyle(one);
        return `${animationName} ${animationDuration}`;
      });
    expect(await motion()).toMatch(/^none/);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await motion()).toBe('fade-in 0.15s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await sheet.getByRole('button', { name: 'Avbryt' }).tap();
    await expect(sheet).toHaveCount(0);
  });

  // Two fast taps count as one, so nothing is sent.
  await type(page, 'Brand').evaluate(tapTwice, 'Skicka brandlarm');
  await expect(send).toBeFocused();
  expect(await activeAlarms(request)).toEqual([]);
  await decide(karl);
  await send.tap();
  await expect(page.getByText(SENT)).toBeVisible();
  expect(await activeAlarms(request)).toHaveLength(1);
  await forThumbs(page.locator('main'));
  await takeBack(page);
  await expect(page.getByText('Falskt larm.')).toBeVisible();
});

/** Taps a control, and then at once the one that it shows, as no busy driver can. */
function tapTwice(first: Element, next: string): Promise<void> {
  const tap = (one: Element) =>
    one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
  return new Promise((done) => {
    const look = () => {
      const buttons = [...document.querySelectorAll('dialog button')];
      const shown = buttons.find(({ textContent }) => textContent?.includes(next));
      if (!shown) return void requestAnimationFrame(look);
      tap(shown);
      done();
    };
    tap(first);
    look();
  });
}

test('an alarm is sent, amended, ended and found again with the keyboard alone', async ({
  resident,
  request,
}) => {
  const karl = await resident('karl', WIDE, (tab) => tab.page.clock.install());
  const { page } = karl;
  await expect(page.getByText(/Senaste larm:|Inga larm det senaste dygnet/)).toBeVisible();
  const focused = page.locator(':focus');
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 40; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target, 'reached by Tab').toBeFocused();
  };
  await expect(page.locator('main')).toMatchAriaSnapshot({ name: 'panel.aria.yml' });
  await tabTo(type(page, 'Brand'));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Skicka brandlarm?' });
  await expect(sheet).toMatchAriaSnapshot({ name: 'sheet.aria.yml' });
  await page.keyboard.press('Escape');
  await expect(type(page, 'Brand')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button', { name: 'Skicka brandlarm' })).toBeFocused();
  await decide(karl);
  await page.keyboard.press('Enter');
  await expect(page.getByText(SENT)).toBeVisible();
  await expect(page.locator('main')).toMatchAriaSnapshot({ name: 'sent.aria.yml' });

  await tabTo(page.getByLabel('Vad har hänt? (valfritt)'));
  await page.keyboard.type('Rök i källaren');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Sparat.')).toBeVisible();
  const [alarm] = await activeAlarms(request);
  expect(alarm?.note).toBe('Rök i källaren');

  // The button to take the alarm back becomes the one to end it.
  await page.clock.runFor(12_000);
  await tabTo(page.getByRole('button', { name: 'Falskt larm', exact: true }));
  await page.keyboard.press('Enter');
  await expect(focused).toHaveText('Behåll larmet');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await activeAlarms(request)).toHaveLength(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Falskt larm.' })).toBeVisible();

  // The alarm's address still shows it, and an invalid address is answered with 404.
  await page.goto(`/app/alarm/${alarm?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Falskt larm.' })).toBeVisible();
  expect((await page.request.get('/app/alarm/x')).status()).toBe(404);
});
