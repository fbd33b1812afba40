import { play, playThrough, stop, whenSilent } from './audio-player.js';
import {
  isUnlocked,
  noteSound,
  noteUnlocked,
  openContext,
  resumeContext,
  runningContext,
  useSound,
} from './sound-state.js';
import { answerForSound, SoundTurn } from './sound-turn.js';
import type { Pace, SoundKind } from './wav.js';

/** After so long one cycle a minute is enough. */
const FULL_PACE_MS = 5 * 60_000;
/** What stopped by itself or by the system is tried again: an alarm goes on after a phone call. */
const AGAIN_MS = 2_000;
const END_TONE_MS = 1_200;
/** Of several tabs that hear of an end together the first plays the tone, and the others leave it. */
const END_WAIT_MS = 300;
/** A press that unlocks may be the very press that silences: until its click nothing is heard. */
const PRESS_MS = 150;
/** Long enough to be heard, and to find the volume. */
export const TEST_MS = 4_000;
const GESTURES = ['pointerdown', 'pointerup', 'click', 'keydown'] as const;

let wanted: { kind: SoundKind; cause: string; pace: Pace; heard: boolean } | undefined;
let slowDown: ReturnType<typeof setTimeout> | undefined;
let attempt = 0;
/** The attempt that is a test; the press that began it must not silence it. */
let testing = -1;
const siren = new SoundTurn();
const endTone = new SoundTurn();
/** By the page's stopwatch. */
let unheardUntilMs = 0;

/**
 * The siren follows the state "this alarm rings here". Refused, it stays wanted and begins by
 * itself as soon as the tab is unlocked.
 * @param cause the alarm's id: another alarm of the same kind begins at full pace again
 */
export function setRinging(kind: SoundKind | null, cause: string = kind ?? ''): void {
  if (wanted?.kind === (kind ?? undefined) && (!kind || wanted?.cause === cause)) return;
  clearTimeout(slowDown);
  attempt += 1;
  endTone.leave();
  if (!kind) {
    wanted = undefined;
    stop();
    siren.leave();
    return void noteSound({ playing: null });
  }
  wanted = { kind, cause, pace: 'full', heard: false };
  if (kind !== 'exercise') slowDown = setTimeout(slow, FULL_PACE_MS);
  void begin();
}

function slow(): void {
  if (!wanted) return;
  wanted.pace = 'slow';
  if (siren.isMine) void ring();
}

/** The tone that says it is over, from one tab; never over a siren that still rings. */
export function playEnd(): void {
  if (wanted || useSound.getState().state === 'blocked') return;
  endTone.leave();
  endTone.take(() => play('end').catch(() => undefined));
  setTimeout(() => {
    if (!endTone.isMine) endTone.leave();
  }, END_WAIT_MS);
  setTimeout(() => endTone.leave(), END_TONE_MS);
}

/**
 * Four seconds of the siren, to be called inside a press. Nothing is told of it: no alarm sounds.
 * @returns false when nothing was to be heard: the browser refused, or an alarm came first
 */
export async function playTest(): Promise<boolean> {
  if (wanted) return false;
  const mine = ++attempt;
  testing = mine;
  open();
  try {
    await play('fire');
    noteUnlocked(true);
  } catch (error) {
    const isRefused = error instanceof Error && error.name === 'NotAllowedError';
    if (isRefused) noteUnlocked(false);
    noteSound();
    const context = runningContext();
    if (mine !== attempt || isRefused || !context) return false;
    playThrough(context, 'fire');
  }
  noteSound();
  await new Promise((resolve) => setTimeout(resolve, TEST_MS));
  // Whatever plays since then is none of the test's.
  if (mine !== attempt) return false;
  endTest();
  return true;
}

/** Stops the test where nobody waits for its end any more. */
export function endTest(): void {
  if (testing !== attempt) return;
  attempt += 1;
  stop();
}

/** Call it inside a press or a key: it unlocks everything the browser keeps locked until then. */
export function arm(): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  const { audioSession } = navigator as Navigator & { audioSession?: { type: string } };
  if (audioSession) audioSession.type = 'playback';
  open();
  if (useSound.getState().playing || testing === attempt) return;
  unheardUntilMs = performance.now() + PRESS_MS;
  if (wanted) void ringIfSilent();
  else if (!isUnlocked()) void unlockElement();
}

/** Keeps listening for presses and for what the system does. Call once per page. */
export function watchSound(): () => void {
  whenSilent(fellSilent);
  answerForSound(() => useSound.getState().playing !== null || isHeardDrill());
  const unlock = () => {
    if (useSound.getState().state === 'blocked') arm();
  };
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    resumeContext();
    noteSound();
    void ringIfSilent();
  };
  GESTURES.forEach((name) => window.addEventListener(name, unlock));
  document.addEventListener('visibilitychange', look);
  // Some tabs may play without a press: those of an installed app, or after a reload by script.
  if (!isUnlocked() && !wanted)
    void unlockElement().then(() => (isUnlocked() ? open() : undefined));
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

/** Where the browser lets this tab sound, it takes its place in the queue of those that may. */
async function begin(): Promise<void> {
  if (siren.isMine) return ring();
  if (!isUnlocked()) await unlockElement();
  if (wanted && isUnlocked()) siren.take(ring);
}

async function ring(): Promise<void> {
  if (!wanted) return;
  const mine = ++attempt;
  const { kind, pace } = wanted;
  try {
    await play(kind, pace, Math.max(0, unheardUntilMs - performance.now()));
    noteUnlocked(true);
  } catch (error) {
    if (mine !== attempt) return;
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError') noteUnlocked(false);
    const context = runningContext();
    if (name === 'NotAllowedError' || !context) {
      siren.leave();
      return void noteSound({ playing: null });
    }
    playThrough(context, kind, pace);
  }
  if (mine !== attempt || !wanted) return;
  wanted.heard = true;
  noteSound({ playing: kind });
  open();
}

async function ringIfSilent(): Promise<void> {
  if (!wanted || useSound.getState().playing || isHeardDrill()) return;
  await begin();
}

/** Another tab may be able to go on. A drill that was heard keeps its turn: nobody plays it again. */
function fellSilent(): void {
  if (!useSound.getState().playing) return;
  noteSound({ playing: null });
  if (!wanted || isHeardDrill()) return;
  siren.leave();
  setTimeout(() => void ringIfSilent(), AGAIN_MS);
}

function isHeardDrill(): boolean {
  return wanted?.kind === 'exercise' && wanted.heard;
}

async function unlockElement(): Promise<void> {
  attempt += 1;
  try {
    await play('silence');
    noteUnlocked(true);
  } catch (error) {
    // A siren that began meanwhile aborts the clip and has unlocked the element itself; an element
    // that cannot play at all is no lock either, there is another way out for the sound.
    if (error instanceof Error && error.name === 'NotSupportedError') noteUnlocked(true);
  }
  noteSound();
}

function open(): void {
  openContext(() => setTimeout(() => void ringIfSilent(), PRESS_MS));
}
