import { create } from 'zustand';
import { uuid } from '../browser/ids.js';
import { withTabLock } from '../browser/tab-lock.js';
import type { SoundKind } from './wav.js';

export interface Sound {
  /** `blocked`: the browser would not play an alarm's sound now. */
  state: 'blocked' | 'armed';
  playing: SoundKind | null;
  /** True when the browser allowed the last sound, and nothing of it was heard. */
  isInaudible: boolean;
}

/** The actual state, never the requested one: a browser may refuse, a phone call may interrupt. */
export const useSound = create<Sound>(() => ({
  state: 'blocked',
  playing: null,
  isInaudible: false,
}));

/** The context gets as long to run again. */
const RESUME_MS = 500;

/** The fallback for a browser whose audio element fails. */
let context: AudioContext | undefined;
let unlocked = false;
/** True while the context is suspended because nothing plays through it. */
let isResting = false;
let isInUse = false;
let lockHeld = false;
const tabId = uuid();

/** Returns true once the page's audio element has played: from then on the browser allows it. */
export function isUnlocked(): boolean {
  return unlocked;
}

/** @param is false also when the browser allows sound, but nothing of it was heard: then `isInaudible` */
export function setUnlocked(is: boolean, isInaudible = false): void {
  unlocked = is;
  updateSound({ isInaudible });
}

/** @param onRunning called whenever the context can play, also after an interruption */
export function openContext(onRunning: () => void): void {
  if ((!context || context.state === 'closed') && 'AudioContext' in window) {
    const opened = (context = new AudioContext());
    isResting = false;
    // The browser may suspend the context, and a call may interrupt it on an iPhone.
    opened.addEventListener('statechange', () => {
      if (opened.state !== 'suspended') isResting = false;
      if (opened.state === 'running') {
        onRunning();
        rest();
      }
      updateSound();
    });
  }
  resumeContext();
  updateSound();
}

/** Ends an interruption. A context that rests is not interrupted. */
export function resumeContext(): void {
  // The promise may stay pending until the browser allows sound, so it is not awaited.
  if (!isResting) void context?.resume().catch(() => undefined);
}

/** @returns the context for a sound, if it can play now; `restContext` when the sound is over */
export async function wakeContext(): Promise<AudioContext | undefined> {
  const woken = context;
  if (!woken) return undefined;
  isInUse = true;
  const resumed = woken.resume().catch(() => undefined);
  await Promise.race([resumed, new Promise((done) => setTimeout(done, RESUME_MS))]);
  if (woken.state === 'running') return woken;
  isInUse = false;
  return undefined;
}

export function restContext(): void {
  isInUse = false;
  rest();
}

/** A context that runs keeps the audio output open, and a phone's battery with it. */
function rest(): void {
  if (isInUse || context?.state !== 'running') return;
  isResting = true;
  void context.suspend().catch(() => undefined);
}

/** @returns whether the context runs, or would run: it rests, and nothing has interrupted it */
function isContextReady(): boolean {
  if (audioSession()?.state === 'interrupted') return false;
  if (!('AudioContext' in window)) return true;
  return context?.state === 'running' || (isResting && context?.state === 'suspended');
}

/** Safari's: it tells of a phone call also while the context rests. */
export const audioSession = () =>
  (navigator as { audioSession?: EventTarget & { type: string; state?: string } }).audioSession;

/** Publishes what the browser allows now. */
export function updateSound(change: Partial<Omit<Sound, 'state'>> = {}): void {
  const { playing } = { ...useSound.getState(), ...change };
  const state = playing || (unlocked && isContextReady()) ? 'armed' : 'blocked';
  if (state === 'armed') holdLock();
  useSound.setState({ ...change, state });
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
