import { vi } from 'vitest';
import { FakeLocks } from '../../browser/testing/locks.js';
import { plugIn, Speaker } from './audio-element.js';

/** A browser that refuses sound until the first press. */
export class Browser extends Speaker {
  contexts: FakeContext[] = [];
  devices: Pick<MediaDevices, 'ondevicechange'> = { ondevicechange: null };
}

class FakeContext extends EventTarget {
  state = 'suspended';
  frozen = false;
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
  suspend() {
    this.become('suspended');
    return Promise.resolve();
  }
  get currentTime() {
    return this.state === 'running' && !this.frozen ? performance.now() / 1_000 : 0;
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

/** Replaces the browser's sound alone, for tests of a whole page. */
export function plugInBrowser(): void {
  browser = new Browser();
  vi.stubGlobal('AudioContext', FakeContext);
  plugIn(browser);
}

export const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
export const sound = () => state.useSound.getState();

/** @param channel the class that reaches other tabs; without it a waiting tab cannot ask them */
export async function openBrowser(channel?: unknown): Promise<void> {
  vi.useFakeTimers();
  locks = new FakeLocks();
  plugInBrowser();
  vi.stubGlobal('navigator', { locks, mediaDevices: browser.devices });
  vi.stubGlobal('BroadcastChannel', channel);
  vi.resetModules();
  audio = await import('../audio.js');
  state = await import('../sound-state.js');
}
