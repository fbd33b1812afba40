import { create } from 'zustand';
import { play, playThrough, stop, whenSilent } from './audio-player.js';
import { uuid } from './ids.js';
import type { Pace, SoundKind } from './wav.js';

export interface Sound {
  /** `blocked`: the browser would not let an alarm be heard now. */
  state: 'blocked' | 'armed';
  playing: SoundKind | null;
}

/** What is true, never what was asked for: a browser may refuse, a phone call may interrupt. */
export const useSound = create<Sound>(() => ({ state: 'blocked', playing: null }));

/** After so long one cycle a minute is enough. */
const FULL_PACE_MS = 5 * 60_000;
/** A press that unlocks may be the very press that silences: until its click nothing is heard. */
const PRESS_MS = 150;
const GESTURES = ['pointerdown', 'pointerup', 'click', 'keydown'] as const;
const tabId = uuid();

let wanted: { kind: SoundKind; cause: string; pace: Pace; heard: boolean } | undefined;
let context: AudioContext | undefined;
let unlocked = false;
let lockHeld = false;
let slowDown: ReturnType<typeof setTimeout> | undefined;
let attempt = 0;

/**
 * The siren follows the state "this alarm rings here". Refused, it stays wanted and begins by
 * itself as soon as the tab is unlocked.
 * @param cause the alarm's id: another alarm of the same kind begins at full pace again
 */
export function setRinging(kind: SoundKind | null, cause: string = kind ?? ''): void {
  if (wanted?.kind === (kind ?? undefined) && (!kind || wanted?.cause === cause)) return;
  clearTimeout(slowDown);
  attempt += 1;
  if (!kind) {
    wanted = undefined;
    stop();
    return void update({ playing: null });
  }
  wanted = { kind, cause, pace: 'full', heard: false };
  if (kind !== 'exercise') slowDown = setTimeout(slow, FULL_PACE_MS);
  void ring();
}

function slow(): void {
  if (!wanted) return;
  wanted.pace = 'slow';
  void ring();
}

/** The tone that says it is over; never over a siren that still rings. */
export function playEnd(): void {
  if (wanted || useSound.getState().state === 'blocked') return;
  play('end').catch(() => undefined);
}

/** Call it inside a press or a key: it unlocks everything the browser keeps locked until then. */
export function arm(): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  const { audioSession } = navigator as Navigator & { audioSession?: { type: string } };
  if (audioSession) audioSession.type = 'playback';
  openContext();
  if (useSound.getState().playing) return;
  if (wanted) void ringIfSilent(PRESS_MS);
  else if (!unlocked) void unlockElement();
}

/** Keeps listening for presses and for what the system does. Call once per page. */
export function watchSound(): () => void {
  whenSilent(() => update({ playing: null }));
  const unlock = () => {
    if (useSound.getState().state === 'blocked') arm();
  };
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    void context?.resume().catch(() => undefined);
    update();
    void ringIfSilent();
  };
  GESTURES.forEach((name) => window.addEventListener(name, unlock));
  document.addEventListener('visibilitychange', look);
  // Some tabs may play without a press: those of an installed app, or after a reload by script.
  if (!unlocked && !wanted) void unlockElement().then(() => (unlocked ? openContext() : undefined));
  return () => {
    GESTURES.forEach((name) => window.removeEventListener(name, unlock));
    document.removeEventListener('visibilitychange', look);
  };
}

/** Pause on a headset or a lock screen means what the button on the page means. */
export function onMediaPause(handler: (() => void) | null): void {
  const session = navigator.mediaSession as MediaSession | undefined;
  for (const action of ['pause', 'stop'] as const) session?.setActionHandler(action, handler);
}

async function ring(unheardMs = 0): Promise<void> {
  if (!wanted) return;
  const mine = ++attempt;
  const { kind, pace } = wanted;
  try {
    await play(kind, pace, unheardMs);
    unlocked = true;
  } catch (error) {
    if (mine !== attempt) return;
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError') unlocked = false;
    if (name === 'NotAllowedError' || context?.state !== 'running') {
      return void update({ playing: null });
    }
    playThrough(context, kind, pace);
  }
  if (mine !== attempt || !wanted) return;
  wanted.heard = true;
  update({ playing: kind });
  openContext();
}

async function ringIfSilent(unheardMs = 0): Promise<void> {
  if (!wanted || useSound.getState().playing) return;
  if (wanted.kind === 'exercise' && wanted.heard) return;
  await ring(unheardMs);
}

async function unlockElement(): Promise<void> {
  attempt += 1;
  try {
    await play('silence');
    unlocked = true;
  } catch (error) {
    // A siren that began meanwhile aborts the clip and has unlocked the element itself; an element
    // that cannot play at all is no lock either, there is another way out for the sound.
    unlocked ||= error instanceof Error && error.name === 'NotSupportedError';
  }
  update();
}

function openContext(): void {
  if (!context && 'AudioContext' in window) {
    context = new AudioContext();
    // Suspended by the browser, or interrupted by a call on an iPhone.
    context.addEventListener('statechange', () => {
      update();
      if (context?.state === 'running') setTimeout(() => void ringIfSilent(), PRESS_MS);
    });
  }
  // It may stay pending until the browser agrees, so nothing waits for it.
  void context?.resume().catch(() => undefined);
  update();
}

function update(change: { playing?: SoundKind | null } = {}): void {
  const playing = change.playing === undefined ? useSound.getState().playing : change.playing;
  const contextRuns = !('AudioContext' in window) || context?.state === 'running';
  const state = playing || (unlocked && contextRuns) ? 'armed' : 'blocked';
  if (state === 'armed') holdLock();
  const before = useSound.getState();
  if (before.state !== state || before.playing !== playing) useSound.setState({ state, playing });
}

/** A tab that holds a lock is not put to sleep; an open WebSocket does not keep it awake. */
function holdLock(): void {
  const locks = navigator.locks as LockManager | undefined;
  if (lockHeld || !locks) return;
  lockHeld = true;
  const forever = () => new Promise<never>(() => undefined);
  locks.request(`resq-armed-${tabId}`, forever).catch(() => (lockHeld = false));
}
