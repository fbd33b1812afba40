import { beforeEach, describe, expect, it } from 'vitest';
import { audio, browser, locks, openBrowser, sound, tick } from './testing/audio.js';

/** Each thing that a browser can report of its sound, or lose of it without a word. */

beforeEach(() => openBrowser());

const AGAIN_MS = 2_000;
const element = () => [...browser.elements][0]!;
const context = () => browser.contexts[0]!;

async function ring(): Promise<() => void> {
  const stop = audio.watchSound();
  browser.press();
  await tick(200);
  audio.setRinging('fire');
  await tick(50);
  expect(browser.now).toBe('fire full');
  return stop;
}

describe('a siren is heard again within two seconds', () => {
  it.each<[string, () => void]>([
    [
      'the element reports an error, and may play again',
      () => element().dispatchEvent(new Event('error')),
    ],
    ['the element has lost its output', () => browser.lose()],
    ['the time of the element stands still without a word', () => (browser.frozen = true)],
    [
      'the element was emptied and starts no more',
      () => {
        browser.frozen = browser.hangs = true;
        element().dispatchEvent(new Event('emptied'));
      },
    ],
    [
      'the element cannot play any more',
      () => {
        browser.broken = true;
        element().dispatchEvent(new Event('error'));
      },
    ],
  ])('when %s', async (_, lose) => {
    const stop = await ring();
    const before = browser.attempts;
    lose();
    await tick(AGAIN_MS);
    expect(sound().playing).toBe('fire');
    const isThroughContext = context().state === 'running' && context().started.length > 0;
    expect(isThroughContext || (browser.attempts > before && browser.now === 'fire full')).toBe(
      true,
    );
    expect(isThroughContext).toBe(browser.fails || browser.frozen || browser.broken);
    stop();
  });

  it('when the context that it plays through is closed', async () => {
    browser.broken = true;
    const stop = audio.watchSound();
    browser.press();
    await tick(200);
    audio.setRinging('fire');
    await tick(50);
    expect(sound().playing).toBe('fire');
    browser.broken = false;
    context().become('closed');
    await tick(AGAIN_MS);
    expect(sound().playing).toBe('fire');
    expect(browser.now).toBe('fire full');
    stop();
  });

  it('when a program turns its volume down or mutes it', async () => {
    const stop = await ring();
    element().muted = true;
    browser.loudest = 0;
    await tick(AGAIN_MS);
    expect(element().muted).toBe(false);
    expect(browser.loudest).toBe(1);
    stop();
  });
});

it('a siren that nobody hears any more is said to be silent, passes its turn and tries again', async () => {
  const stop = await ring();
  let isNext = false;
  void locks.request('resq-sound', () => Promise.resolve((isNext = true)));
  context().frozen = true;
  browser.lose();
  await tick(AGAIN_MS);
  expect(sound()).toEqual({ state: 'blocked', playing: null, isInaudible: true });
  expect(isNext).toBe(true);
  browser.fails = false;
  await tick(4_000);
  expect(sound()).toEqual({ state: 'armed', playing: 'fire', isInaudible: false });
  stop();
});

it('a siren whose output stays away is tried until it is heard, or until nothing rings', async () => {
  const stop = await ring();
  browser.fails = context().frozen = true;
  browser.lose();
  await tick(20_000);
  expect(sound().playing).toBeNull();
  browser.fails = false;
  await tick(6_000);
  expect(sound().playing).toBe('fire');
  expect(browser.now).toBe('fire full');
  browser.lose();
  await tick(20_000);
  audio.setRinging(null);
  await tick(6_000);
  const { attempts } = browser;
  await tick(20_000);
  expect(browser.attempts).toBe(attempts);
  stop();
});

it.each<[string, () => void]>([
  [
    'a device comes',
    () => browser.devices.ondevicechange?.call(navigator.mediaDevices, new Event('devicechange')),
  ],
  ['the tab is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a press unlocks nothing where no sound comes out, until %s', async (_, change) => {
  browser.fails = true;
  const stop = audio.watchSound();
  browser.press();
  context().frozen = true;
  await tick(4_000);
  expect(sound()).toEqual({ state: 'blocked', playing: null, isInaudible: true });
  audio.setRinging('fire');
  await tick(10_000);
  expect(sound().playing).toBeNull();
  audio.setRinging(null);
  // An attempt that the siren has begun may still go on.
  await tick(4_000);
  browser.fails = false;
  await tick(10_000);
  expect(sound().state).toBe('blocked');
  change();
  await tick(100);
  expect(sound()).toEqual({ state: 'armed', playing: null, isInaudible: false });
  stop();
});

it('a tab that is heard does not listen for devices, which costs a service in Chromium', async () => {
  const stop = await ring();
  audio.setRinging(null);
  await tick(1_000);
  expect(browser.devices.ondevicechange).toBeNull();
  stop();
});

it('a start that is neither taken nor refused gives way to Web Audio', async () => {
  const stop = audio.watchSound();
  browser.press();
  await tick(200);
  browser.hangs = true;
  audio.setRinging('fire');
  await tick(3_100);
  expect(sound().playing).toBe('fire');
  expect(context().started).toHaveLength(1);
  stop();
});

it('a burst of refused presses makes few attempts, and sets no address twice', async () => {
  const stop = audio.watchSound();
  audio.setRinging('fire');
  await tick();
  const [attempts, sources] = [browser.attempts, browser.sources.length];
  for (const name of ['pointerdown', 'pointerup', 'click', 'keydown']) {
    for (let n = 0; n < 20; n += 1) window.dispatchEvent(new Event(name));
  }
  await tick(100);
  expect(browser.attempts - attempts).toBeLessThanOrEqual(2);
  expect(browser.sources).toHaveLength(sources);
  browser.press();
  await tick(250);
  expect(browser.now).toBe('fire full');
  stop();
});

it('a quiet tab holds no output open, and is still armed', async () => {
  const stop = audio.watchSound();
  browser.press();
  await tick(1_000);
  expect(context().state).toBe('suspended');
  expect(sound().state).toBe('armed');
  browser.broken = true;
  audio.setRinging('fire');
  await tick(50);
  expect(context().state).toBe('running');
  audio.setRinging(null);
  await tick();
  expect(context().state).toBe('suspended');
  stop();
});
