import type { Alarm, NeedsHelp, Reach, ReachedHome } from '@contract/alarm';
import { Neighbour } from './neighbour.js';
import { NetworkLink } from './network-link.js';
import { type Pointer, PressRecorder } from './press-recorder.js';
import { expect, test, type Tab } from './story.js';

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
  { tag: [], isLong: false, scope: 'once each' },
  { tag: ['@long'], isLong: true, scope: 'at every pixel, pace and pointer' },
];

/** Changes an open alarm in the server's name, and takes each change back at the next call. */
class Changes {
  private isOn = false;
  constructor(
    private readonly link: NetworkLink,
    private readonly alarm: Alarm & { epoch: string; seq: number },
  ) {}

  all = [() => this.mute(), () => this.callForHelp(), () => this.details(), () => this.others()];

  toggle(): void {
    this.isOn = !this.isOn;
  }

  mute(): void {
    const at = new Date().toISOString();
    this.link.send('alarm:muted', { alarmId: this.alarm.id, muted: this.isOn, at });
  }

  callForHelp(): void {
    const home = { apartment: '1102' };
    const calls = ['Lisa Ny', 'Kajsa Ek', 'Bo Ek'].map((name): NeedsHelp => ({
      membershipId: name,
      name,
      home,
      at: '',
      place: 'Källaren',
    }));
    this.update({ needHelp: this.isOn ? calls : [] });
    this.link.send('alarm:reach', this.reach());
  }

  details(): void {
    const note = 'Det luktar rök i hela trapphuset, och det kommer från källaren.';
    this.update({ place: this.isOn ? 'Vinden' : '', note: this.isOn ? note : '' });
  }

  /** Some neighbours press too, and the others are warned again. */
  others(): void {
    this.update({ witnessCount: this.isOn ? 3 : 0, escalation: this.isOn ? 3 : undefined });
  }

  private update(change: Partial<Alarm>): void {
    const { epoch, seq, ...alarm } = Object.assign(this.alarm, change, {
      seq: this.alarm.seq + 1,
    });
    const at = new Date().toISOString();
    const { buildingId } = alarm;
    const event = { buildingId, epoch, seq, kind: 'updated', alarm, at, serverNow: at };
    this.link.send('alarm:event', event);
  }

  private reach(): Reach {
    const homes = Array.from({ length: 14 }, (_, index): ReachedHome => ({
      apartment: String(1101 + index),
      names: [`Granne ${index}`],
      level: this.isOn ? 'responded' : 'received',
      ...(this.isOn && { response: (['need_help', 'coming', 'safe'] as const)[index % 3] }),
    }));
    const of = (key: string) =>
      homes.filter((home) => home.level === key || home.response === key).length;
    const keys = ['responded', 'seen', 'sounding', 'received', 'pushed', 'unreached'];
    const kinds = ['safe', 'coming', 'cannot_come', 'need_help'];
    const counts = Object.fromEntries([...keys, ...kinds].map((key) => [key, of(key)]));
    return {
      alarmId: this.alarm.id,
      version: performance.now(),
      counts: { ...counts, homes: homes.length } as Reach['counts'],
      homes,
    };
  }
}

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
      const sizes = [...matrix(INCOMING, isLong)].map((press) => ({ ...press, ...PHONE.viewport }));
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
      const lisa = await resident('lisa', PHONE);
      const { recorder, link } = await recorded(lisa);
      const changes = new Changes(link, await anna.raise('fire'));
      await expect(lisa.page.getByText('Rök i trapphuset?')).toBeVisible();
      await lisa.page.mouse.click(4, 4);
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
    // Even once each takes half a minute, and the rest of this file covers the rules.
    { tag: '@long' },
    async ({ resident, request }) => {
      test.setTimeout(1_800_000);
      const sender = await Neighbour.of(request, 'karl');
      const karl = await resident('karl', PHONE);
      const { recorder, link } = await recorded(karl);
      const { page } = karl;
      const changes = new Changes(link, await sender.raise('fire'));
      await expect(page.getByText('Du har larmat')).toBeVisible();
      await page.mouse.click(4, 4);
      await expect(page.getByText(BLOCKED)).toHaveCount(0);
      for (const change of changes.all) {
        for (const { name, by } of matrix(OWN, isLong)) {
          await page.evaluate(scrollIntoSight, name);
          const before = await recorder.still();
          changes.toggle();
          await recorder.press(name, by, change);
          expect(await recorder.still(), String(change)).toEqual(before);
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
  const { page } = await resident('karl', PHONE);
  await page.clock.install();
  const recorder = await PressRecorder.of(page);
  await page.reload();
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

const withoutName = ({ name: _, ...box }: { name: string }) => box;

async function recorded({ page, context }: Tab) {
  const recorder = await PressRecorder.of(page);
  const link = await NetworkLink.of(context);
  await page.reload();
  return { recorder, link };
}
