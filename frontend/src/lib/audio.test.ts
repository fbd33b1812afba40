import { beforeEach, describe, expect, it, vi } from 'vitest';

const refused = (name: string) => Object.assign(new Error(name), { name });

/** A browser that refuses sound until somebody pressed something. */
class Browser {
  unlocked = false;
  broken = false;
  playing = '';
  played: string[] = [];
  /** The loudest volume that was set while something played. */
  loudest = 0;
  contexts: FakeContext[] = [];
  elements = new Set<HTMLMediaElement>();
  clips = new Map<string, Blob>();

  press() {
    this.unlocked = true;
    window.dispatchEvent(new Event('pointerdown'));
  }
}

class FakeContext extends EventTarget {
  state = 'suspended';
  destination = {};
  started: { loop: boolean; stop: () => void }[] = [];
  constructor() {
    super();
    browser.contexts.push(this);
  }
  resume() {
    if (browser.unlocked) this.become('running');
    return Promise.resolve();
  }
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  createBuffer(_channels: number, length: number) {
    return { length, copyToChannel: () => undefined };
  }
  createBufferSource() {
    const source = {
      loop: false,
      connect: () => undefined,
      disconnect: () => undefined,
      start: () => this.started.push(source),
      stop: vi.fn(),
    };
    return source;
  }
}

let browser: Browser;
let audio: typeof import('./audio.js');
let locks: string[];

const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const sound = () => audio.useSound.getState();
/** Which clip an address holds, told by its length in seconds. */
const clipSeconds = (src: string) => Math.round((browser.clips.get(src)?.size ?? 0) / 44_100);

beforeEach(async () => {
  vi.useFakeTimers();
  browser = new Browser();
  locks = [];
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string) => {
        locks.push(name);
        return new Promise(() => undefined);
      },
    },
  });
  let count = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = `blob:http://localhost/${(count += 1)}`;
    browser.clips.set(address, blob as Blob);
    return address;
  });
  vi.spyOn(HTMLMediaElement.prototype, 'volume', 'set').mockImplementation((volume) => {
    if (browser.playing) browser.loudest = Math.max(browser.loudest, volume);
  });
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(() => !browser.playing);
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {
    browser.playing = '';
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    browser.elements.add(this);
    if (!browser.unlocked) return Promise.reject(refused('NotAllowedError'));
    if (browser.broken) return Promise.reject(refused('NotSupportedError'));
    browser.playing = this.src;
    browser.played.push(this.src);
    return Promise.resolve();
  });
  vi.resetModules();
  audio = await import('./audio.js');
});

describe('the sound of a tab', () => {
  it('is blocked until somebody presses something, and says so', async () => {
    const stop = audio.watchSound();
    await tick();
    expect(sound()).toEqual({ state: 'blocked', playing: null });
    browser.press();
    await tick(200);
    expect(sound()).toEqual({ state: 'armed', playing: null });
    expect(locks).toHaveLength(1);
    expect(locks[0]).toMatch(/^resq-armed-/);
    stop();
  });

  it('makes no AudioContext before a press', async () => {
    const stop = audio.watchSound();
    await tick();
    expect(browser.contexts).toHaveLength(0);
    stop();
  });

  it('stays honest when an alarm may not sound, and begins by itself at the first press', async () => {
    const stop = audio.watchSound();
    audio.setRinging('fire');
    await tick();
    expect(sound()).toEqual({ state: 'blocked', playing: null });
    browser.press();
    await tick(250);
    expect(sound()).toEqual({ state: 'armed', playing: 'fire' });
    expect(clipSeconds(browser.playing)).toBe(22);
    expect(browser.elements.size).toBe(1);
    expect(browser.loudest).toBe(1);
    stop();
  });

  it('says so when the browser refuses although it allowed before', async () => {
    const stop = audio.watchSound();
    browser.press();
    await tick(200);
    expect(sound().state).toBe('armed');
    browser.unlocked = false;
    audio.setRinging('fire');
    await tick();
    expect(sound()).toEqual({ state: 'blocked', playing: null });
    stop();
  });

  it('is not heard when the press that unlocks it is the one that silences', async () => {
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

  it('is silent at once when nothing rings any more', async () => {
    browser.unlocked = true;
    audio.setRinging('medical');
    await tick();
    expect(sound().playing).toBe('medical');
    audio.setRinging(null);
    expect(browser.playing).toBe('');
    expect(sound().playing).toBeNull();
  });

  it('does not begin anew while the same alarm rings, but for another alarm of its kind', async () => {
    browser.unlocked = true;
    audio.setRinging('fire', 'one');
    await tick();
    audio.setRinging('fire', 'one');
    await tick();
    expect(browser.played).toHaveLength(1);
    audio.setRinging('fire', 'two');
    await tick();
    expect(browser.played).toHaveLength(2);
  });

  it('goes over to one cycle a minute after five minutes', async () => {
    browser.unlocked = true;
    audio.setRinging('other');
    await tick(5 * 60_000 - 1);
    expect(clipSeconds(browser.playing)).toBe(22);
    await tick(1);
    expect(clipSeconds(browser.playing)).toBe(60);
    expect(sound().playing).toBe('other');
  });

  it('plays through Web Audio when the element cannot play', async () => {
    const stop = audio.watchSound();
    browser.broken = true;
    browser.press();
    await tick(200);
    expect(sound().state).toBe('armed');
    audio.setRinging('fire');
    await tick();
    expect(sound().playing).toBe('fire');
    const [source] = browser.contexts[0]!.started;
    expect(source).toMatchObject({ loop: true });
    audio.setRinging(null);
    expect(source!.stop).toHaveBeenCalled();
    stop();
  });

  it('says blocked while a call interrupts the sound, and armed again afterwards', async () => {
    const stop = audio.watchSound();
    browser.press();
    await tick(200);
    browser.contexts[0]!.become('interrupted');
    expect(sound().state).toBe('blocked');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sound().state).toBe('armed');
    stop();
  });

  it('begins again when the system paused the siren and the page is looked at', async () => {
    const stop = audio.watchSound();
    browser.press();
    audio.setRinging('fire');
    await tick(200);
    browser.playing = '';
    for (const element of browser.elements) element.dispatchEvent(new Event('pause'));
    expect(sound().playing).toBeNull();
    document.dispatchEvent(new Event('visibilitychange'));
    await tick();
    expect(sound().playing).toBe('fire');
    stop();
  });

  it('plays a drill once and the end tone never over a siren', async () => {
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
    expect(clipSeconds(browser.playing)).toBe(1);
    stop();
  });
});
