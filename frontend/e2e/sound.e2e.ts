import type { Page } from '@playwright/test';
import { Neighbour } from './neighbour.js';
import { arm, expect, observed, test, type Listener } from './story.js';

/** Tests the pattern of an alarm's sound, measured at the audio element, and which tab plays it. */

/** Polls every 50 ms, so that a tone of less than a second is not missed. */
const poll = <T>(look: () => T) => expect.poll(look, { intervals: [50] });
const dialog = (page: Page) => page.getByRole('alertdialog');
const expectSound = ({ observer }: Listener) => poll(() => observer.loud).toBeGreaterThan(3);
const silentNow = ({ observer }: Listener) => poll(() => observer.lastRms).toBeLessThan(0.01);

/** Returns the milliseconds from the press to the last loud sample, by the page's own clock. */
async function silencedWithin(tab: Listener, press: () => Promise<void>): Promise<number> {
  await press();
  await silentNow(tab);
  const since = await tab.page.evaluate(() => (window as { pressedAt?: number }).pressedAt ?? 0);
  return Math.max(0, tab.observer.lastLoudMs - since);
}

test(
  'each alarm type has its own pattern, and muting or responding silences it at once',
  { tag: '@long' },
  async ({ listener, request }) => {
    const [lisa, anna] = [await listener('lisa'), await Neighbour.of(request, 'anna')];
    await arm(lisa);
    const { page, observer } = lisa;

    const fire = await anna.raise('fire');
    await expectSound(lisa);
    observer.forget();
    await poll(() => observer.stretches([520, 650]).length).toBeGreaterThan(3);
    for (const [i, { hz, ms }] of observer.stretches([520, 650]).slice(0, 3).entries()) {
      if (i > 0) expect(hz).not.toBe(observer.stretches([520, 650])[i - 1]?.hz);
      expect(Math.abs(ms - 500), `${hz} Hz for ${ms} ms`).toBeLessThan(160);
    }
    expect(observer.loudest).toBeGreaterThan(0.8);
    // The sound lasts 12 s and the silence after it 10 s. Both edges are measured.
    await page.evaluate(() => ((window as { siren?: HTMLMediaElement }).siren!.currentTime = 11.4));
    await poll(() => observer.lastRms).toBeLessThan(0.01);
    expect(await at(page)).toBeGreaterThan(11.9);
    expect(await at(page)).toBeLessThan(13);
    await page.evaluate(() => ((window as { siren?: HTMLMediaElement }).siren!.currentTime = 21.5));
    await poll(() => observer.lastRms).toBeGreaterThan(0.5);
    expect(await at(page)).toBeLessThan(1.5);

    const silence = dialog(page).getByRole('button', { name: 'Tysta ljudet' });
    expect(await silencedWithin(lisa, () => silence.click())).toBeLessThan(LATE_MS);
    await expect(dialog(page).getByText('Ljudet är tystat på dina enheter.')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Slå på ljudet' }).click();
    await expectSoundAgain(lisa);
    expect(await silencedWithin(lisa, () => page.keyboard.press('Escape'))).toBeLessThan(LATE_MS);
    await expect(dialog(page)).toBeVisible();
    await anna.end(fire);
    await page.getByRole('button', { name: 'Stäng' }).click();

    observer.forget();
    const medical = await anna.raise('medical');
    await expectSoundAgain(lisa);
    await poll(() => observer.stretches([520]).length).toBeGreaterThan(4);
    const pattern = observer.stretches([520]).filter(({ ms }) => ms > 100);
    expect(pattern.some(({ hz, ms }) => hz === 0 && Math.abs(ms - 400) < 160)).toBe(true);
    expect(pattern.some(({ hz, ms }) => hz === 0 && Math.abs(ms - 1_000) < 160)).toBe(true);
    const answer = dialog(page).getByRole('button', { name: 'Jag kan inte komma' });
    expect(await silencedWithin(lisa, () => answer.click())).toBeLessThan(LATE_MS);
    await anna.end(medical);
    await page.getByRole('button', { name: 'Stäng' }).click();

    observer.forget();
    const other = await anna.raise('other');
    await expectSoundAgain(lisa);
    await poll(() => observer.stretches([520]).length).toBeGreaterThan(1);
    const [pause] = observer.stretches([520]).filter(({ hz }) => hz === 0);
    expect(Math.abs((pause?.ms ?? 0) - 1_000)).toBeLessThan(160);
    // The end tone falls from 660 to 520 Hz within a second, and then it is silent.
    observer.forget();
    await anna.end(other, 'false_alarm');
    await expect(page.getByText('Falskt larm.')).toBeVisible();
    await poll(() => observer.tones.some((hz) => Math.abs(hz - 660) < 25)).toBe(true);
    await poll(() => {
      if (observer.loudest > 0.01) observer.forget();
      return observer.sampleCount;
    }).toBeGreaterThan(25);
    await page.getByRole('button', { name: 'Stäng' }).click();

    observer.forget();
    await anna.raise('fire', { exercise: true });
    await poll(() => observer.loudest).toBeGreaterThan(0.2);
    // An exercise is 12 dB quieter than the siren's 0.9.
    expect(observer.loudest).toBeLessThan(0.3);
  },
);

/** Covers the click, the page's reaction, and the next sample, which comes every 50 ms. */
const LATE_MS = 200;
const at = (page: Page) =>
  page.evaluate(() => (window as { siren?: HTMLMediaElement }).siren!.currentTime);

async function expectSoundAgain(tab: Listener): Promise<void> {
  tab.observer.forget();
  await expectSound(tab);
}

test('exactly one of the tabs that may sound does, and another takes over when it is closed', async ({
  resident,
  listener,
  anotherTab,
  request,
}) => {
  const anna = await Neighbour.of(request, 'anna');
  const blocked = await listener('lisa');
  const open = async () => {
    const tab = await observed(await anotherTab(blocked.context));
    await tab.page.goto('/app');
    return tab;
  };
  const armed = await open();
  await arm(armed);
  await anna.raise('fire');
  await expectSound(armed);
  await poll(() => blocked.observer.text).toContain('Brandlarm');
  expect(blocked.observer.loudest).toBe(0);

  const second = await open();
  await expect(dialog(second.page)).toBeVisible();
  // A click on the heading unlocks the sound and does nothing else.
  await dialog(second.page).getByRole('heading', { level: 1 }).click();
  second.observer.forget();
  armed.observer.forget();
  await poll(() => armed.observer.sampleCount).toBeGreaterThan(30);
  expect(second.observer.loudest).toBeLessThan(0.01);
  await armed.page.close();
  await expectSound(second);
  expect(blocked.observer.loudest).toBe(0);

  // A mute on another of her devices silences this tab, and survives a reload.
  const phone = await resident('lisa');
  await expect(dialog(phone.page)).toBeVisible();
  await phone.page.keyboard.press('Escape');
  await poll(() => second.observer.lastRms).toBeLessThan(0.01);
  await phone.page.reload();
  await expect(dialog(phone.page).getByText('Ljudet är tystat på dina enheter.')).toBeVisible();
});

/** Returns the positions of the tabs that sound within some seconds, by twenty samples a second. */
async function soundingOver(seconds: number, ...tabs: Listener[]): Promise<number[]> {
  tabs.forEach(({ observer }) => observer.forget());
  for (const { observer } of tabs) {
    await poll(() => observer.sampleCount).toBeGreaterThan(seconds * 18);
  }
  return [...tabs.keys()].filter((i) => tabs[i]!.observer.loudest > 0.01);
}

/**
 * Starts each sound half a second late for the first time: both tabs then ask who sounds before one of
 * them does. A sound that begins again does so at once, or its element would be paused meanwhile.
 */
function playLate(): void {
  const started = new Set<string>();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its element below
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = async function (this: HTMLMediaElement) {
    if (!started.has(this.src)) await new Promise((resolve) => setTimeout(resolve, 500));
    started.add(this.src);
    return play.call(this);
  };
}

// The shorter one is for a look at a change; both take longer than their measurement.
for (const seconds of [2, 30]) {
  const tag = '@long';
  test(
    `one of two armed tabs sounds, measured over ${seconds} s`,
    { tag },
    async ({ listener, anotherTab, request }) => {
      test.setTimeout(300_000);
      const anna = await Neighbour.of(request, 'anna');
      const tabs = [await listener('lisa')];
      tabs.push(await observed(await anotherTab(tabs[0]!.context)));
      for (const tab of tabs) {
        await tab.page.addInitScript(playLate);
        await tab.page.goto('/app');
        await arm(tab);
      }
      await anna.raise('other');
      await poll(() => tabs.some(({ observer }) => observer.loud > 3)).toBe(true);
      const sounding = await soundingOver(seconds, ...tabs);
      expect(sounding).toHaveLength(1);
      expect(await soundingOver(seconds, ...tabs)).toEqual(sounding);
      const [first, second] = sounding[0] === 0 ? tabs : tabs.toReversed();

      // The system stops the sound, for example for a phone call.
      await first!.page.evaluate(() => (window as { siren?: HTMLMediaElement }).siren!.pause());
      await expectSoundAgain(second!);
      expect(await soundingOver(seconds, first!, second!)).toEqual([1]);

      await second!.page.reload();
      await expectSoundAgain(first!);
      await dialog(second!.page).getByRole('heading', { level: 1 }).click();
      expect(await soundingOver(seconds, first!, second!)).toEqual([0]);

      await first!.page.close();
      await expectSoundAgain(second!);
      expect(await soundingOver(seconds, second!)).toEqual([0]);
    },
  );
}
