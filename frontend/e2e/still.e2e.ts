import { AlarmChanges } from './alarm-changes.js';
import { Neighbour } from './neighbour.js';
import { type Box, type Pointer, PressRecorder } from './press-recorder.js';
import { expect, openWithLink, test, type OpenPanel, type Tab } from './story.js';

/**
 * Tests that nothing in an alarm moves under a finger, and that each press reaches the button that
 * was under the finger when it went down.
 */

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const NARROW = { width: 320, height: 568 };
const POINTERS: Pointer[] = ['mouse', 'touch'];
const PIXELS = ['top', 'middle', 'bottom'] as const;
const BLOCKED = 'Ljudet är av i den här fliken.';
const INCOMING = [
  'Ring 112',
  'Jag är i säkerhet',
  'Jag behöver hjälp',
  'Jag kan hjälpa tillGå aldrig in i rök.',
  'Ljudet',
  'Minimera',
];
const OWN = [
  'Ring 112',
  'Faran är över',
  'Falskt larm',
  'Min lägenhet',
  'Trapphuset',
  'Källaren',
  'Vinden',
  'Tvättstugan',
  'Gården',
  'Spara',
  'Skicka ett nytt larm',
];

/** The short matrix presses each button once, in turn at each pixel and with both pointers. */
function* matrix(names: string[], isLong: boolean) {
  for (const [index, name] of names.entries()) {
    if (!isLong) {
      yield {
        name,
        by: { pointer: POINTERS[index % 2]!, pixel: PIXELS[index % 3]!, ms: 120 },
      };
      continue;
    }
    for (const pointer of POINTERS)
      for (const pixel of PIXELS)
        for (const ms of [30, 120, 350]) yield { name, by: { pointer, pixel, ms } };
  }
}

const SCOPES = [
  { tag: [], isLong: false, scope: 'in a sample' },
  { tag: ['@long'], isLong: true, scope: 'at every pixel, pace and pointer' },
];

for (const { tag, isLong, scope } of SCOPES) {
  test(
    `a press that unlocks the sound reaches its button, ${scope}`,
    { tag },
    async ({ listener, request }) => {
      if (isLong) test.setTimeout(900_000);
      const [{ page, observer }, anna] = [
        await listener('lisa', PHONE),
        await Neighbour.of(request, 'anna'),
      ];
      const recorder = await PressRecorder.of(page);
      await anna.raise('fire');
      const pressed = isLong ? INCOMING : INCOMING.slice(0, 3);
      const sizes = [...matrix(pressed, isLong)].map((press) => ({ ...press, ...PHONE.viewport }));
      // The labels of the last two buttons take two lines here.
      for (const { name, by, ...size } of [...sizes, { ...sizes[1]!, ...NARROW }]) {
        await page.setViewportSize(size);
        await page.reload();
        await expect.poll(() => observer.text).toContain('Rök i trapphuset?');
        await expect.poll(() => observer.text).toContain(BLOCKED);
        await expect.poll(() => recorder.boxes.map((one) => one.name)).toEqual(INCOMING);
        const before = recorder.boxes;
        await recorder.press(name, by);
        await expect
          .poll(() => observer.text, 'the press unlocks the sound')
          .not.toContain(BLOCKED);
        expect(await recorder.still()).toEqual(before);
      }
    },
  );

  test(
    `a press on an incoming alarm reaches its button while the alarm changes, ${scope}`,
    { tag },
    async ({ resident, request }) => {
      if (isLong) test.setTimeout(900_000);
      const anna = await Neighbour.of(request, 'anna');
      const { page, recorder, link } = await recorded(resident, 'lisa');
      const changes = new AlarmChanges(link, await anna.raise('fire'));
      await expect(page.getByText('Rök i trapphuset?')).toBeVisible();
      await page.mouse.click(4, 4);
      const before = await recorder.still();
      expect(before.map(({ name }) => name)).toEqual(INCOMING);
      for (const change of changes.all) {
        for (const { name, by } of matrix(INCOMING, isLong)) {
          changes.toggle();
          await recorder.press(name, by, change);
          expect(await recorder.still(), String(change)).toEqual(before);
        }
      }
    },
  );

  test(
    `a press on the sender’s page reaches its button while the alarm changes, ${scope}`,
    // Even the sample takes half a minute, and the rest of this file covers the rules.
    { tag: '@long' },
    async ({ resident, request }) => {
      test.setTimeout(1_800_000);
      const sender = await Neighbour.of(request, 'karl');
      const { page, recorder, link } = await recorded(resident, 'karl');
      const changes = new AlarmChanges(link, await sender.raise('fire'));
      await expect(page.getByText('Du har larmat')).toBeVisible();
      await page.mouse.click(4, 4);
      await expect(page.getByText(BLOCKED)).toHaveCount(0);
      for (const change of changes.all) {
        for (const { name, by } of matrix(OWN, isLong)) {
          await page.evaluate(scrollIntoSight, name);
          const before = (await recorder.still()).filter(isIn(PHONE.viewport)).map(inPixels);
          changes.toggle();
          await recorder.press(name, by, change);
          const names = before.map((one) => one.name);
          const after = (await recorder.still()).filter((one) => names.includes(one.name));
          expect(after.map(inPixels), String(change)).toEqual(before);
        }
      }
      // The bar stays for three seconds, so the short matrix presses only four buttons under it.
      const bar = page.getByText(/Du är offline|Ansluten igen/);
      for (const { name, by } of matrix(isLong ? OWN : OWN.slice(2, 6), isLong)) {
        await expect(bar).toHaveCount(0);
        await page.evaluate(scrollIntoSight, name);
        const before = await recorder.still();
        await recorder.press(name, by, () => page.evaluate(goOffline, true));
        await expect(bar).toHaveCount(1);
        expect(await recorder.still(), 'a bar appears').toEqual(before);
        await page.evaluate(goOffline, false);
      }
    },
  );
}

test('nothing on the sender’s page moves when the time to take the alarm back is over', async ({
  resident,
}) => {
  const recorders: PressRecorder[] = [];
  const { page } = await resident('karl', PHONE, async (tab) => {
    await tab.page.clock.install();
    recorders.push(await PressRecorder.of(tab.page));
  });
  const recorder = recorders[0]!;
  await page.getByRole('button', { name: 'Brand' }).click();
  await page.clock.runFor(450);
  await page.getByRole('button', { name: 'Skicka brandlarm' }).click();
  const end = page.getByRole('button', { name: /[Ff]alskt larm/ });
  await expect(end).toHaveText('Ångra – falskt larm');
  await page.clock.runFor(1_000);
  const before = await recorder.still();
  // Just past the ten seconds: without data for 15 s the page would say that it is not connected.
  await page.clock.runFor(9_000);
  await expect(end).toHaveText('Falskt larm');
  expect((await recorder.still()).map(withoutName)).toEqual(before.map(withoutName));
  const foldPx = PHONE.viewport.height;
  const { bottom } = await end.evaluate((one) => one.getBoundingClientRect());
  expect(bottom, 'the end is above the fold').toBeLessThanOrEqual(foldPx);
  const reached = page.getByText(/^\d av \d.lägenheter nådda$/).first();
  const line = await reached.evaluate((one) => one.getBoundingClientRect());
  expect(line.bottom, 'who was reached is above the fold').toBeLessThanOrEqual(foldPx);
});

test('the bar of a minimised alarm mutes it, and never covers the menu', async ({
  resident,
  request,
}) => {
  const { page } = await resident('lisa', PHONE);
  await (await Neighbour.of(request, 'anna')).raise('fire');
  await page.getByRole('button', { name: 'Minimera' }).click();
  const bar = page.getByRole('button', { name: 'Brandlarm pågår – Visa' });
  for (const path of ['/app/history', '/app/profile']) {
    await page.getByRole('navigation').locator(`a[href="${path}"]`).click();
    await expect(bar).toBeVisible();
    for (const top of [0, 1e6]) {
      await page.evaluate((y) => window.scrollTo(0, y), top);
      const [shown, menu] = await Promise.all([
        bar.boundingBox(),
        page.getByRole('navigation').boundingBox(),
      ]);
      expect(shown!.y + shown!.height, `${path} at ${top}`).toBeLessThanOrEqual(menu!.y);
    }
  }
  const { width } = (await bar.boundingBox())!;
  await page.getByRole('button', { name: 'Tysta ljudet' }).click();
  const sound = bar.locator('xpath=following-sibling::*');
  await expect(sound).toHaveText('Slå på ljudet');
  expect((await bar.boundingBox())!.width).toBe(width);
});

/** After this time a change is sent again. */
const AGAIN = { timeout: 10_000 };

const WINDOWS = [PHONE.viewport, { width: 1440, height: 900 }];
const MORE_WINDOWS = [
  { width: 740, height: 360 },
  { width: 768, height: 1024 },
];

for (const { tag, isLong, scope } of SCOPES) {
  test(
    `a call for help, and the warning before the end, move no button, ${scope}`,
    { tag },
    async ({ resident, request }) => {
      const sender = await Neighbour.of(request, 'karl');
      const karl = await recorded(resident, 'karl');
      const lisa = await recorded(resident, 'lisa');
      const alarm = await sender.raise('fire');
      await expect(karl.page.getByText('Du har larmat')).toBeVisible();
      await (await Neighbour.of(request, 'lisa')).respond(alarm, 'safe');
      await expect(lisa.page.getByText('Ditt svar: Jag är i säkerhet.')).toBeVisible();
      for (const { page, recorder, link } of [karl, lisa]) {
        await page.mouse.click(4, 4);
        await expect(page.getByText(BLOCKED)).toHaveCount(0);
        const changes = new AlarmChanges(link, { ...alarm });
        const calls = page.getByText('Behöver hjälp: ');
        /** A slow tab that connects again is sent the server's own state, so it gets the change once more. */
        const change = (arrives: () => Promise<void>) => {
          changes.toggle();
          return expect(async () => {
            changes.catchUp();
            changes.callForHelp();
            changes.endSoon();
            await arrives();
          }).toPass();
        };
        const called = () => change(() => expect(calls.first()).toBeVisible(AGAIN));
        // The first call opens the alarm again for those who have answered it.
        await called();
        for (const size of isLong ? [...WINDOWS, ...MORE_WINDOWS] : WINDOWS) {
          await change(() => expect(calls).toHaveCount(0, AGAIN));
          await page.setViewportSize(size);
          // At the end of a phone's page, nothing below the actions may lift them.
          await page.evaluate((y) => scrollTo(0, y), size === PHONE.viewport ? 1e6 : 0);
          const before = (await recorder.still()).filter(isIn(size)).map(inPixels);
          expect(before.length).toBeGreaterThan(1);
          const names = before.map(({ name }) => name);
          await called();
          if (page === karl.page) {
            await expect(page.getByText('Larmet avslutas').last()).toBeVisible();
          }
          const after = await recorder.still();
          const found = after.filter(({ name }) => names.includes(name));
          expect(found.map(inPixels), `${size.width} × ${size.height}`).toEqual(before);
        }
      }
    },
  );
}

/** Runs in the page. The actions at the bottom stay where they are. */
function scrollIntoSight(name: string): void {
  const control = [...document.querySelectorAll('main article :is(a, button)')].find(
    (one) => (one.textContent ?? '').trim() === name,
  );
  control!.scrollIntoView({ block: 'nearest' });
}

/** Runs in the page. A bar shows at once that the browser is offline. */
function goOffline(isOffline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: !isOffline, configurable: true });
  window.dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
}

/** At the end of the page a list that shrinks moves what is above the window. */
const isIn = (window: { height: number }) => (box: Box) =>
  box.y + box.height > 0 && box.y < window.height;

/** A page is scrolled by whole pixels, and its end may lie between two. */
const inPixels = (box: Box) => ({ ...box, y: Math.round(box.y) });

const withoutName = ({ name: _, ...box }: { name: string }) => box;

async function recorded(open: OpenPanel<Tab>, name: string) {
  const recorders: PressRecorder[] = [];
  const tab = await openWithLink(open, name, PHONE, async ({ page }) => {
    recorders.push(await PressRecorder.of(page));
  });
  return { ...tab, recorder: recorders[0]! };
}
