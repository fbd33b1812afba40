import { beforeEach, expect, it, vi } from 'vitest';
import { audio, browser, locks, openBrowser, sound, tick } from './testing/audio.js';

beforeEach(() => openBrowser());

/** Tests one of several tabs of a browser. */

const SOUND = 'resq-sound';

it('waits silently while another tab sounds, and takes over when that tab is gone', async () => {
  browser.unlocked = true;
  const release = locks.holdElsewhere(SOUND);
  audio.setRinging('fire');
  await tick(60_000);
  expect(browser.now).toBe('');
  expect(sound().playing).toBeNull();
  release();
  await tick();
  expect(sound().playing).toBe('fire');
  expect(browser.now).toBe('fire full');
});

it('does not join the queue of the tabs before it is unlocked', async () => {
  const stop = audio.watchSound();
  audio.setRinging('fire');
  await tick();
  expect(locks.asked).not.toContain(SOUND);
  browser.press();
  await tick(200);
  expect(locks.asked).toContain(SOUND);
  stop();
});

it.each<[string, () => void]>([
  ['is silenced', () => audio.setRinging(null)],
  ['is refused by the browser', () => ((browser.unlocked = false), audio.setRinging('medical'))],
  [
    'is paused by the system',
    () => {
      browser.playing = '';
      for (const element of browser.elements) element.dispatchEvent(new Event('pause'));
    },
  ],
])('passes its turn to the next tab when it %s', async (_, fallSilent) => {
  const stop = audio.watchSound();
  browser.unlocked = true;
  audio.setRinging('fire');
  await tick(200);
  expect(sound().playing).toBe('fire');
  const next = vi.fn(() => Promise.resolve());
  void locks.request(SOUND, next);
  await tick(200);
  expect(next).not.toHaveBeenCalled();
  fallSilent();
  await tick();
  expect(next).toHaveBeenCalled();
  stop();
});

it('skips the end tone when another tab plays it, and starts a new alarm at once', async () => {
  browser.press();
  const stop = audio.watchSound();
  browser.press();
  await tick(200);
  browser.played = [];
  const release = locks.holdElsewhere(SOUND);
  audio.playEnd();
  await tick(1_000);
  release();
  await tick(1_000);
  expect(browser.played).toEqual([]);
  audio.playEnd();
  await tick();
  expect(browser.played).toHaveLength(1);
  audio.setRinging('fire');
  await tick();
  expect(sound().playing).toBe('fire');
  stop();
});

it('sounds at once in a browser without locks', async () => {
  vi.stubGlobal('navigator', {});
  browser.unlocked = true;
  audio.setRinging('fire');
  await tick();
  expect(sound().playing).toBe('fire');
});

it('sounds when the tab with the lock is silent, and stops when that tab reports a sound', async () => {
  const others = Object.assign(new EventTarget(), { postMessage: vi.fn() });
  await openBrowser(function FakeChannel() {
    return others;
  });
  browser.unlocked = true;
  locks.holdElsewhere(SOUND);
  audio.setRinging('fire');
  await tick(2_100);
  expect(sound().playing).toBe('fire');
  const report: unknown = others.postMessage.mock.lastCall?.[0];
  expect(report).toMatch(/^1 /);
  others.dispatchEvent(new MessageEvent('message', { data: '0 the tab with the lock' }));
  expect(sound()).toMatchObject({ state: 'armed', playing: null });
  expect(browser.playing).toBe('');
  await tick(1_900);
  expect(sound().playing).toBeNull();
});
