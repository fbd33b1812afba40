import { beforeEach, expect, it, vi } from 'vitest';
import { audio, browser, clipSeconds, locks, openBrowser, sound, tick } from './testing/audio.js';

beforeEach(openBrowser);

/** One of several tabs of a browser. */

const SOUND = 'resq-sound';

it('waits while another one sounds, says nothing of itself, and takes over when that one is gone', async () => {
  browser.unlocked = true;
  const release = locks.holdElsewhere(SOUND);
  audio.setRinging('fire');
  await tick(60_000);
  expect(browser.playing ? clipSeconds(browser.playing) : 0).toBe(0);
  expect(sound().playing).toBeNull();
  release();
  await tick();
  expect(sound().playing).toBe('fire');
  expect(clipSeconds(browser.playing)).toBe(22);
});

it('does not stand in the way of others while it may not sound itself', async () => {
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
])('gives its turn to the next one when it %s', async (_, fallSilent) => {
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

it('leaves the end tone to the one that was first, and lets a new alarm begin at once', async () => {
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

it('sounds without asking anybody where the browser has no locks', async () => {
  vi.stubGlobal('navigator', {});
  browser.unlocked = true;
  audio.setRinging('fire');
  await tick();
  expect(sound().playing).toBe('fire');
});
