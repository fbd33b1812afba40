import { create } from 'zustand';
import { uuid } from '../browser/ids.js';
import { withTabLock } from '../browser/tab-lock.js';
import type { SoundKind } from './wav.js';

export interface Sound {
  /** `blocked`: the browser would not play an alarm's sound now. */
  state: 'blocked' | 'armed';
  playing: SoundKind | null;
}

/** The actual state, never the requested one: a browser may refuse, a phone call may interrupt. */
export const useSound = create<Sound>(() => ({ state: 'blocked', playing: null }));

/** The fallback for a browser whose audio element fails. */
let context: AudioContext | undefined;
let unlocked = false;
let lockHeld = false;
const tabId = uuid();

/** Returns true once the page's audio element has played: from then on the browser allows it. */
export function isUnlocked(): boolean {
  return unlocked;
}

export function setUnlocked(is: boolean): void {
  unlocked = is;
}

/** @returns the context, if it can play now */
export function runningContext(): AudioContext | undefined {
  return context?.state === 'running' ? context : undefined;
}

/** @param onRunning called whenever the context can play, also after an interruption */
export function openContext(onRunning: () => void): void {
  if (!context && 'AudioContext' in window) {
    context = new AudioContext();
    // The browser may suspend the context, and a call may interrupt it on an iPhone.
    context.addEventListener('statechange', () => {
      updateSound();
      if (runningContext()) onRunning();
    });
  }
  resumeContext();
  updateSound();
}

export function resumeContext(): void {
  // The promise may stay pending until the browser allows sound, so it is not awaited.
  void context?.resume().catch(() => undefined);
}

/** Publishes what the browser allows now. */
export function updateSound(change: { playing?: SoundKind | null } = {}): void {
  const before = useSound.getState();
  const playing = change.playing === undefined ? before.playing : change.playing;
  const contextRuns = !('AudioContext' in window) || runningContext() !== undefined;
  const state = playing || (unlocked && contextRuns) ? 'armed' : 'blocked';
  if (state === 'armed') holdLock();
  if (before.state !== state || before.playing !== playing) useSound.setState({ state, playing });
}

/** Browsers do not freeze a tab that holds a lock; an open WebSocket does not prevent that. */
function holdLock(): void {
  if (lockHeld) return;
  lockHeld = true;
  void withTabLock(`resq-armed-${tabId}`, async (isLocked) => {
    lockHeld = isLocked;
    if (isLocked) await new Promise<never>(() => undefined);
  });
}
