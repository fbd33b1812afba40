import { play, playThrough, stop, whenSilent } from './audio-player.js';
import {
  isUnlocked,
  updateSound,
  setUnlocked,
  openContext,
  resumeContext,
  runningContext,
  useSound,
} from './sound-state.js';
import { SoundTurn } from './sound-turn.js';
import type { Pace, SoundKind } from './wav.js';

/** After this time one cycle a minute is enough. */
const FULL_PACE_MS = 5 * 60_000;
/** The delay before a siren that the system stopped, for example for a phone call, starts again. */
const AGAIN_MS = 2_000;
const END_TONE_MS = 1_200;
/** All tabs receive the end of an alarm at once. A tab whose turn comes later plays no end tone. */
const END_WAIT_MS = 300;
/** The press that unlocks may be a press on mute. Until its click the siren has no volume. */
const PRESS_MS = 150;
/** The length of the test: long enough to adjust the volume. */
export const TEST_MS = 4_000;
const GESTURES = ['pointerdown', 'pointerup', 'click', 'keydown'] as const;

let wanted: { kind: SoundKind; cause: string; pace: Pace; hasPlayed: boolean } | undefined;
let slowDown: ReturnType<typeof setTimeout> | undefined;
let attempt = 0;
/** The number of the attempt that is a test. The press that started the test must not stop it. */
let testing = -1;
const siren = new SoundTurn({
  begin: () => void ring(),
  yieldTo: hush,
  isPlaying: () => useSound.getState().playing !== null || isPlayedExercise(),
});
const endTone = new SoundTurn({
  begin: () => play('end').catch(() => undefined),
  yieldTo: () => undefined,
  isPlaying: () => false,
});
/** Measured by `performance.now()`. */
let mutedUntilMs = 0;

/**
 * Sets which sound rings here; null stops it. A refused sound starts as soon as the tab is
 * unlocked.
 * @param cause another one begins again, also with a sound of the same kind
 * @param pace the pace of the first five minutes
 */
export function setRinging(
  kind: SoundKind | null,
  cause: string = kind ?? '',
  pace: Pace = 'full',
): void {
  if (wanted?.kind === (kind ?? undefined) && (!kind || wanted?.cause === cause)) return;
  clearTimeout(slowDown);
  attempt += 1;
  endTone.leave();
  if (!kind) {
    wanted = undefined;
    stop();
    siren.leave();
    return void updateSound({ playing: null });
  }
  wanted = { kind, cause, pace, hasPlayed: false };
  if (kind !== 'exercise') slowDown = setTimeout(slow, FULL_PACE_MS);
  void begin();
}

function slow(): void {
  if (!wanted) return;
  wanted.pace = 'slow';
  if (siren.isMine) void ring();
}

/** Plays the end tone from one tab, but never over a siren. */
export function playEnd(): void {
  if (wanted || useSound.getState().state === 'blocked') return;
  endTone.leave();
  endTone.take();
  setTimeout(() => {
    if (!endTone.isMine) endTone.leave();
  }, END_WAIT_MS);
  setTimeout(() => endTone.leave(), END_TONE_MS);
}

/**
 * Plays the siren without an alarm. Call it inside a press. `playing` stays null: it is no alarm.
 * @returns false when it did not play to its end: the browser refused, or an alarm came first
 */
export async function playTest(lengthMs = TEST_MS): Promise<boolean> {
  if (wanted) return false;
  const mine = ++attempt;
  testing = mine;
  open();
  try {
    await play('fire');
    setUnlocked(true);
  } catch (error) {
    const isRefused = error instanceof Error && error.name === 'NotAllowedError';
    if (isRefused) setUnlocked(false);
    updateSound();
    const context = runningContext();
    if (mine !== attempt || isRefused || !context) return false;
    playThrough(context, 'fire');
  }
  updateSound();
  await new Promise((resolve) => setTimeout(resolve, lengthMs));
  // Another sound has started or stopped meanwhile.
  if (mine !== attempt) return false;
  endTest();
  return true;
}

/** Stops the test when its page is left. */
export function endTest(): void {
  if (testing !== attempt) return;
  attempt += 1;
  stop();
}

/** Unlocks sound. Browsers allow it only inside a press of a finger, mouse or key. */
export function arm(): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  const { audioSession } = navigator as Navigator & { audioSession?: { type: string } };
  if (audioSession) audioSession.type = 'playback';
  open();
  if (useSound.getState().playing || testing === attempt) return;
  mutedUntilMs = performance.now() + PRESS_MS;
  if (wanted) void ringIfSilent();
  else if (!isUnlocked()) void unlockElement();
}

/** Follows presses and interruptions by the system. Call it once per page. */
export function watchSound(): () => void {
  whenSilent(fellSilent);
  const unlock = () => {
    if (useSound.getState().state === 'blocked') arm();
  };
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    resumeContext();
    updateSound();
    void ringIfSilent();
  };
  GESTURES.forEach((name) => window.addEventListener(name, unlock));
  document.addEventListener('visibilitychange', look);
  // An installed app, or a tab after a reload by script, may play without a press.
  if (!isUnlocked() && !wanted)
    void unlockElement().then(() => (isUnlocked() ? open() : undefined));
  return () => {
    GESTURES.forEach((name) => window.removeEventListener(name, unlock));
    document.removeEventListener('visibilitychange', look);
  };
}

/** Runs `handler` at pause or stop on a headset or a lock screen; null removes it. */
export function onMediaPause(handler: (() => void) | null): void {
  const session = navigator.mediaSession as MediaSession | undefined;
  for (const action of ['pause', 'stop'] as const) session?.setActionHandler(action, handler);
}

/** Joins the queue of the tabs that may sound, if the browser allows this tab to play. */
async function begin(): Promise<void> {
  if (siren.isMine) return ring();
  if (!isUnlocked()) await unlockElement();
  if (wanted && isUnlocked()) siren.take();
}

async function ring(): Promise<void> {
  if (!wanted) return;
  const mine = ++attempt;
  const { kind, pace } = wanted;
  try {
    await play(kind, pace, Math.max(0, mutedUntilMs - performance.now()));
    setUnlocked(true);
  } catch (error) {
    if (mine !== attempt) return;
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError') setUnlocked(false);
    const context = runningContext();
    if (name === 'NotAllowedError' || !context) {
      siren.leave();
      return void updateSound({ playing: null });
    }
    playThrough(context, kind, pace);
  }
  if (mine !== attempt || !wanted) return;
  wanted.hasPlayed = true;
  updateSound({ playing: kind });
  siren.report();
  open();
}

/** Falls silent for another tab and keeps its place in the queue. */
function hush(): void {
  attempt += 1;
  stop();
  updateSound({ playing: null });
}

async function ringIfSilent(): Promise<void> {
  if (!wanted || useSound.getState().playing || isPlayedExercise()) return;
  await begin();
}

/** Passes the turn to another tab. An exercise that has played keeps it, so no tab repeats it. */
function fellSilent(): void {
  if (!useSound.getState().playing) return;
  updateSound({ playing: null });
  if (!wanted || isPlayedExercise()) return;
  siren.leave();
  setTimeout(() => void ringIfSilent(), AGAIN_MS);
}

function isPlayedExercise(): boolean {
  return wanted?.kind === 'exercise' && wanted.hasPlayed;
}

async function unlockElement(): Promise<void> {
  attempt += 1;
  try {
    await play('silence');
    setUnlocked(true);
  } catch (error) {
    // A siren that starts meanwhile aborts the clip, and has unlocked the element itself. An
    // element that cannot play at all counts as unlocked: the context plays instead.
    if (error instanceof Error && error.name === 'NotSupportedError') setUnlocked(true);
  }
  updateSound();
}

function open(): void {
  openContext(() => setTimeout(() => void ringIfSilent(), PRESS_MS));
}
