import { beforeEach, describe, expect, it, vi } from 'vitest';
import { audio, browser, locks, openBrowser, sound, tick } from './testing/audio.js';

beforeEach(() => openBrowser());

describe('the sound of a tab', () => {
  it('is reported as blocked until the first press', async () => {
    const stop = audio.watchSound();
    await tick();
    expect(sound()).toMatchObject({ state: 'blocked', playing: null });
    browser.press();
    await tick(200);
    expect(sound()).toMatchObject({ state: 'armed', playing: null });
    expect(locks.asked).toEqual([expect.stringMatching(/^resq-armed-/)]);
    stop();
  });

  it('makes no AudioContext before a press', async () => {
    const stop = audio.watchSound();
    await tick();
    expect(browser.contexts).toHaveLength(0);
    stop();
  });

  it('is blocked when an alarm may not sound, and starts at the first press', async () => {
    const stop = audio.watchSound();
    audio.setRinging('fire');
    await tick();
    expect(sound()).toMatchObject({ state: 'blocked', playing: null });
    browser.press();
    await tick(250);
    expect(sound()).toMatchObject({ state: 'armed', playing: 'fire' });
    expect(browser.now).toBe('fire full');
    expect(browser.elements.size).toBe(1);
    expect(browser.loudest).toBe(1);
    stop();
  });

  it('is reported as blocked when the browser refuses after it allowed sound before', async () => {
    const stop = audio.watchSound();
    browser.press();
    await tick(200);
    expect(sound().state).toBe('armed');
    browser.unlocked = false;
    audio.setRinging('fire');
    await tick();
    expect(sound()).toMatchObject({ state: 'blocked', playing: null });
    stop();
  });

  it('is inaudible when the press that unlocks it is the one that mutes', async () => {
    const stop = audio.watchSound();
    audio.setRinging('fire');
    await tick();
    browser.press();
    await tick(100);
    audio.setRinging(null);
    await tick(500);
    expect(browser.loudest).toBe(0);
    expect(sound().playing).toBeNull();
    stop();
  });

  it('stops at once when no alarm rings any more', async () => {
    browser.unlocked = true;
    audio.setRinging('medical');
    await tick();
    expect(sound().playing).toBe('medical');
    audio.setRinging(null);
    expect(browser.playing).toBe('');
    expect(sound().playing).toBeNull();
  });

  it('starts again for another alarm of the same kind, but not for the same alarm', async () => {
    browser.unlocked = true;
    audio.setRinging('fire', 'one');
    await tick();
    audio.setRinging('fire', 'one');
    await tick();
    const sirens = () => browser.clips.filter((clip) => clip === 'fire full');
    expect(sirens()).toHaveLength(1);
    audio.setRinging('fire', 'two');
    await tick();
    expect(sirens()).toHaveLength(2);
  });

  it('slows down to one cycle a minute after five minutes', async () => {
    browser.unlocked = true;
    audio.setRinging('other');
    await tick(5 * 60_000 - 1);
    expect(browser.now).toBe('other full');
    await tick(1);
    expect(browser.now).toBe('other slow');
    expect(sound().playing).toBe('other');
  });

  it('loses its pauses for another cause, and slows down five minutes later', async () => {
    browser.unlocked = true;
    audio.setRinging('fire', 'a');
    await tick(60_000);
    audio.setRinging('fire', 'a again', 'continuous');
    await tick();
    expect(browser.now).toBe('fire continuous');
    expect(sound().playing).toBe('fire');
    await tick(5 * 60_000);
    expect(browser.now).toBe('fire slow');
  });

  it('keeps the full pace for five minutes from the newest alarm', async () => {
    browser.unlocked = true;
    audio.setRinging('fire', 'one');
    await tick(4 * 60_000);
    audio.setRinging('fire', 'two');
    await tick(5 * 60_000 - 1);
    expect(browser.now).toBe('fire full');
    await tick(1);
    expect(browser.now).toBe('fire slow');
  });

  it('plays no end tone over a siren, in a browser without locks too', async () => {
    vi.stubGlobal('navigator', {});
    browser.unlocked = true;
    audio.setRinging('fire');
    await tick();
    audio.playEnd();
    await tick(1_000);
    expect(browser.now).toBe('fire full');
    expect(browser.clips).not.toContain('end');
  });

  it('plays through Web Audio when the element cannot play', async () => {
    const stop = audio.watchSound();
    browser.broken = true;
    browser.press();
    await tick(200);
    expect(sound().state).toBe('armed');
    audio.setRinging('fire');
    await tick(50);
    expect(sound().playing).toBe('fire');
    const source = browser.contexts[0]!.started.at(-1);
    expect(source).toMatchObject({ loop: true });
    audio.setRinging(null);
    expect(source!.stop).toHaveBeenCalled();
    stop();
  });

  it('is blocked while a call interrupts it, and armed again afterwards', async () => {
    const stop = audio.watchSound();
    browser.press();
    await tick(200);
    browser.contexts[0]!.become('interrupted');
    expect(sound().state).toBe('blocked');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sound().state).toBe('armed');
    stop();
  });

  it('starts again when the page becomes visible after the system paused the siren', async () => {
    const stop = audio.watchSound();
    browser.press();
    audio.setRinging('fire');
    await tick(200);
    browser.interrupt();
    expect(sound().playing).toBeNull();
    document.dispatchEvent(new Event('visibilitychange'));
    await tick();
    expect(sound().playing).toBe('fire');
    stop();
  });

  it('starts again by itself two seconds after the system paused it', async () => {
    const stop = audio.watchSound();
    browser.press();
    audio.setRinging('fire');
    await tick(200);
    browser.interrupt();
    await tick(1_900);
    expect(sound().playing).toBeNull();
    await tick(200);
    expect(sound().playing).toBe('fire');
    stop();
  });

  it('stays silent at the play key of a headset after it was muted', async () => {
    const setActionHandler = vi.fn<MediaSession['setActionHandler']>();
    vi.stubGlobal('navigator', { mediaSession: { setActionHandler } });
    const stop = audio.watchSound();
    browser.press();
    audio.setRinging('fire');
    await tick(200);
    audio.setRinging(null);
    const [, play] = setActionHandler.mock.calls.find(([action]) => action === 'play') ?? [];
    expect(play).toBeTypeOf('function');
    play?.({ action: 'play' });
    await tick(200);
    expect(browser.now).toBe('');
    stop();
  });

  it('plays an exercise once, and the end tone only afterwards', async () => {
    const stop = audio.watchSound();
    browser.press();
    await tick(200);
    browser.played = [];
    audio.setRinging('exercise');
    await tick();
    for (const element of browser.elements) {
      expect(element.loop).toBe(false);
      browser.playing = '';
      element.dispatchEvent(new Event('ended'));
    }
    document.dispatchEvent(new Event('visibilitychange'));
    await tick(10 * 60_000);
    expect(browser.played).toHaveLength(1);
    audio.playEnd();
    expect(browser.played).toHaveLength(1);
    audio.setRinging(null);
    audio.playEnd();
    await tick();
    expect(browser.now).toBe('end');
    stop();
  });
});
