import { type Clip, play, playThrough, type Silence, stop, whenSilent } from './audio-player.js';
import {
  audioSession,
  isUnlocked,
  updateSound,
  setUnlocked,
  openContext,
  restContext,
  resumeContext,
  useSound,
  wakeContext,
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
let again: ReturnType<typeof setTimeout> | undefined;
let attempt = 0;
/** The number of the attempt in which a siren begins. */
let starting = -1;
let unlocking: Promise<void> | undefined;
/** True after a press that came while an attempt to unlock was under way. */
let hasPressed = false;
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
    fallSilent();
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
  if ((await sound('fire')) !== 'heard' || mine !== attempt) return false;
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
  fallSilent();
}

/** Unlocks sound. Browsers allow it only inside a press of a finger, mouse or key. */
export function arm(): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  const session = audioSession();
  if (session) session.type = 'playback';
  open();
  if (useSound.getState().playing || testing === attempt) return;
  mutedUntilMs = performance.now() + PRESS_MS;
  hasPressed = true;
  if (wanted) void ringIfSilent();
  else if (!isUnlocked()) void unlock();
}

/** Follows presses and interruptions by the system. Call it once per page. */
export function watchSound(): () => void {
  whenSilent(fellSilent);
  const press = () => {
    if (useSound.getState().state === 'blocked') arm();
  };
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    resumeContext();
    updateSound();
    retry();
  };
  const stopped = new AbortController();
  const { signal } = stopped;
  GESTURES.forEach((name) => window.addEventListener(name, press, { signal }));
  document.addEventListener('visibilitychange', look, { signal });
  audioSession()?.addEventListener('statechange', look, { signal });
  // Without a handler, the play key of a headset or a lock screen resumes a siren that was stopped.
  mediaSession()?.setActionHandler('play', () => undefined);
  // An installed app, or a tab after a reload by script, may play without a press.
  if (!isUnlocked() && !wanted) void unlock().then(() => (isUnlocked() ? open() : undefined));
  return () => stopped.abort();
}

/** Tries again whenever a lost output may be back, or a call over. */
function retry(): void {
  if (wanted) void ringIfSilent();
  else if (useSound.getState().isInaudible) void unlock();
}

/** Runs `handler` at pause or stop on a headset or a lock screen; null removes it. */
export function onMediaPause(handler: (() => void) | null): void {
  for (const action of ['pause', 'stop'] as const)
    mediaSession()?.setActionHandler(action, handler);
}

const mediaSession = () => navigator.mediaSession as MediaSession | undefined;

/** Joins the queue of the tabs that may sound, if the browser allows this tab to play. */
async function begin(): Promise<void> {
  if (siren.isMine) return ring();
  if (!isUnlocked()) await unlock();
  if (!wanted) return;
  if (isUnlocked()) siren.take();
  else if (useSound.getState().isInaudible) ringAgain();
}

function ringAgain(): void {
  clearTimeout(again);
  again = setTimeout(() => void ringIfSilent(), AGAIN_MS);
}

async function ring(): Promise<void> {
  if (!wanted) return;
  const mine = (starting = ++attempt);
  const { kind, pace } = wanted;
  const outcome = await sound(kind, pace, Math.max(0, mutedUntilMs - performance.now()));
  if (mine !== attempt || !wanted) return;
  starting = -1;
  if (outcome !== 'heard') {
    siren.leave();
    updateSound({ playing: null });
    // Another tab may be heard meanwhile, and this one when an output is back.
    if (outcome === 'inaudible') ringAgain();
    return;
  }
  wanted.hasPlayed = true;
  updateSound({ playing: kind });
  siren.report();
  open();
}

type Outcome = 'heard' | 'refused' | 'inaudible' | 'overtaken';

/**
 * Plays a sound by whatever way is left: the element, or else Web Audio.
 * @returns `overtaken` when another sound has started or stopped meanwhile
 */
async function sound(clip: Clip, pace?: Pace, mutedMs?: number): Promise<Outcome> {
  const mine = attempt;
  const isOvertaken = () => mine !== attempt;
  let failure = await nameOfError(play(clip, pace, mutedMs));
  if (isOvertaken()) return 'overtaken';
  if (failure === 'NotAllowedError') {
    setUnlocked(false);
    return 'refused';
  }
  if (failure) {
    const context = await wakeContext();
    if (isOvertaken()) return 'overtaken';
    if (context) failure = await nameOfError(playThrough(context, clip, pace));
    if (isOvertaken()) return 'overtaken';
    if (failure) restContext();
  } else restContext();
  setUnlocked(!failure, Boolean(failure));
  if (!failure) return 'heard';
  // Only now, because Chromium starts its service for cameras in each tab that listens for devices.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices) devices.ondevicechange = retry;
  return 'inaudible';
}

async function nameOfError(playing: Promise<void>): Promise<string> {
  try {
    await playing;
    return '';
  } catch (error) {
    return error instanceof Error ? error.name : 'Error';
  }
}

/** Falls silent for another tab and keeps its place in the queue. */
function hush(): void {
  attempt += 1;
  fallSilent();
  updateSound({ playing: null });
}

function fallSilent(): void {
  stop();
  restContext();
}

async function ringIfSilent(): Promise<void> {
  if (!wanted || starting === attempt || useSound.getState().playing || isPlayedExercise()) return;
  await begin();
}

/**
 * Sounds again at once when the output was lost. A sound that the system stopped passes the turn to
 * another tab; an exercise that has played keeps it, so no tab repeats it.
 */
function fellSilent(why: Silence): void {
  if (!useSound.getState().playing) return;
  if (why === 'lost' && wanted && siren.isMine) return void ring();
  updateSound({ playing: null });
  if (!wanted || isPlayedExercise()) return;
  siren.leave();
  ringAgain();
}

function isPlayedExercise(): boolean {
  return wanted?.kind === 'exercise' && wanted.hasPlayed;
}

/** One attempt at a time: WebKit freezes when a page makes many. */
function unlock(): Promise<void> {
  unlocking ??= unlockOnce().finally(() => (unlocking = undefined));
  return unlocking;
}

async function unlockOnce(): Promise<void> {
  let isAgain: boolean;
  do {
    hasPressed = false;
    attempt += 1;
    const outcome = await sound('silence');
    // A press during the attempt may be the first one that the browser accepts.
    isAgain = hasPressed || outcome === 'overtaken';
  } while (isAgain && !isUnlocked() && starting !== attempt && testing !== attempt);
}

function open(): void {
  openContext(() => setTimeout(() => void ringIfSilent(), PRESS_MS));
}
