import { vi } from 'vitest';
import { FakeLocks } from '../../browser/testing/locks.js';

const refused = (name: string) => Object.assign(new Error(name), { name });

/** A browser that refuses sound until the first press. */
export class Browser {
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

/** The fake browser of the current test, set by `openBrowser`. */
export let browser: Browser;
export let audio: typeof import('../audio.js');
export let locks: FakeLocks;
let state: typeof import('../sound-state.js');

export const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
export const sound = () => state.useSound.getState();
/** Returns the length in seconds of the clip at an address, by which tests recognize the clip. */
export const clipSeconds = (src: string) =>
  Math.round((browser.clips.get(src)?.size ?? 0) / 44_100);

/** @param channel the class that reaches other tabs; without it a waiting tab cannot ask them */
export async function openBrowser(channel?: unknown): Promise<void> {
  vi.useFakeTimers();
  browser = new Browser();
  locks = new FakeLocks();
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('BroadcastChannel', channel);
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
  audio = await import('../audio.js');
  state = await import('../sound-state.js');
}
