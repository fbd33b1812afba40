import {
  type Pace,
  renderEnd,
  renderSilence,
  renderSound,
  SAMPLE_RATE,
  type SoundKind,
} from './wav.js';

export type Clip = SoundKind | 'end' | 'silence';

/** An exercise and the end tone play once; a siren repeats. */
const PLAYED_ONCE: readonly Clip[] = ['exercise', 'end', 'silence'];

const rendered = new Map<string, ArrayBuffer>();
const addresses = new Map<string, string>();

/** A sound that has started is heard within this time, or counts as failed: a slow phone needs it. */
const STARTS_WITHIN_MS = 3_000;
/** After the output was lost, another way has to be heard within two seconds. */
const STARTS_AGAIN_MS = 800;
const START_LOOK_MS = 20;
/** A lost output is not always reported, so a siren is looked at this often. */
const LOOK_MS = 300;
/** A busy device may stand still for one look. */
const LOOKS_LOST = 2;

/** `paused`: the system stopped it, as for a call. `lost`: nothing comes out of it any more. */
export type Silence = 'ended' | 'paused' | 'lost';

let element: HTMLAudioElement | undefined;
/** The address that the element has loaded; empty after an error, so that it loads again. */
let loaded = '';
let source: AudioBufferSourceNode | undefined;
let looking: ReturnType<typeof setInterval> | undefined;
/** Rejects the sound that has started and was not heard yet. */
let abandon: (() => void) | undefined;
let onSilent: ((why: Silence) => void) | undefined;
let wasLost = false;

/** @param listener called when a sound ends or falls silent by itself, but not after `stop` */
export function whenSilent(listener: (why: Silence) => void): void {
  onSilent = listener;
}

/** Nothing was heard of a sound that the browser had allowed: there may be no audio output. */
class NoSoundError extends Error {
  override readonly name = 'NoSoundError';
}

/**
 * Plays through the page's only audio element, and resolves when it is heard. Unlike Web Audio, an
 * element ignores an iPhone's mute switch. Safari unlocks every element separately, so there is only
 * one; and WebKit freezes when the same address is set again and again.
 * @param mutedMs the milliseconds at the start that play without volume
 * @throws NotAllowedError without a click on the page, NotSupportedError when it cannot play a WAV,
 *   NoSoundError when nothing is heard, AbortError when another sound comes first
 */
export async function play(clip: Clip, pace: Pace = 'full', mutedMs = 0): Promise<void> {
  stop();
  const audio = (element ??= createElement());
  const address = addressOf(clip, pace);
  if (loaded === address) audio.currentTime = 0;
  else audio.src = loaded = address;
  audio.loop = !PLAYED_ONCE.includes(clip);
  audio.muted = false;
  audio.volume = 1;
  const fullVolumeAtMs = performance.now() + mutedMs;
  // Firefox says that it plays, and finds out later that there is no output.
  const audible = untilAudible(() => audio.currentTime, 0, audio, audio.play());
  if (mutedMs > 0) {
    audio.volume = 0;
    setTimeout(() => (audio.volume = 1), mutedMs);
  }
  await audible;
  if (!audio.loop) return;
  look(() => {
    audio.muted = false;
    if (performance.now() >= fullVolumeAtMs) audio.volume = 1;
    return audio.currentTime;
  });
}

/**
 * Plays the same samples through Web Audio, for a browser whose audio element fails.
 * @param context runs
 * @throws NoSoundError when nothing is heard, AbortError when another sound comes first
 */
export async function playThrough(
  context: AudioContext,
  clip: Clip,
  pace: Pace = 'full',
): Promise<void> {
  stop();
  const samples = new Int16Array(render(clip, pace), 44);
  const buffer = context.createBuffer(1, samples.length, SAMPLE_RATE);
  buffer.copyToChannel(
    Float32Array.from(samples, (sample) => sample / 32_768),
    0,
  );
  const started = context.createBufferSource();
  started.buffer = buffer;
  started.loop = !PLAYED_ONCE.includes(clip);
  started.connect(context.destination);
  started.onended = () => {
    if (source === started) fellSilent('ended');
  };
  started.start();
  source = started;
  await untilAudible(() => context.currentTime, context.currentTime);
  if (started.loop) look(() => context.currentTime);
}

export function stop(): void {
  abandon?.();
  clearInterval(looking);
  const stopped = source;
  source = undefined;
  stopped?.stop();
  stopped?.disconnect();
  element?.pause();
}

/**
 * Resolves when the time of a sound moves, and rejects when it does not, or with the error of its start.
 */
function untilAudible(
  timeOf: () => number,
  began: number,
  audio?: HTMLAudioElement,
  started?: Promise<void>,
): Promise<void> {
  const beganMs = performance.now();
  const withinMs = wasLost ? STARTS_AGAIN_MS : STARTS_WITHIN_MS;
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      clearInterval(timer);
      if (abandon === leave) abandon = undefined;
      done();
    };
    const leave = () => settle(() => reject(new DOMException('another sound', 'AbortError')));
    const check = () => {
      if (timeOf() > began) {
        wasLost = false;
        settle(resolve);
      } else if (audio?.error || performance.now() - beganMs >= withinMs) {
        loaded = '';
        settle(() => reject(new NoSoundError()));
      }
    };
    const timer = setInterval(check, START_LOOK_MS);
    abandon = leave;
    started?.then(check, (error: Error) => settle(() => reject(error)));
  });
}

/** Follows a siren by its time, which moves while it plays. */
function look(timeOf: () => number): void {
  let [before, stood] = [-1, 0];
  looking = setInterval(() => {
    const now = timeOf();
    stood = now === before ? stood + 1 : 0;
    before = now;
    if (stood === LOOKS_LOST) fellSilent('lost');
  }, LOOK_MS);
}

function fellSilent(why: Silence): void {
  clearInterval(looking);
  wasLost = why === 'lost';
  if (wasLost) loaded = '';
  onSilent?.(why);
}

function createElement(): HTMLAudioElement {
  const audio = new Audio();
  audio.preload = 'auto';
  audio.disableRemotePlayback = true;
  // The event of our own `pause` arrives late, when the next sound may already play.
  const stopped = (why: Silence) => () => {
    if (audio.paused && !source) fellSilent(why);
  };
  audio.addEventListener('pause', stopped('paused'));
  audio.addEventListener('ended', stopped('ended'));
  audio.addEventListener('error', () => {
    loaded = '';
    if (!source && !abandon) fellSilent('lost');
  });
  return audio;
}

function addressOf(clip: Clip, pace: Pace): string {
  const key = `${clip} ${pace}`;
  const known = addresses.get(key);
  if (known) return known;
  const made = URL.createObjectURL(new Blob([render(clip, pace)], { type: 'audio/wav' }));
  addresses.set(key, made);
  return made;
}

function render(clip: Clip, pace: Pace): ArrayBuffer {
  const key = `${clip} ${pace}`;
  const known = rendered.get(key);
  if (known) return known;
  const made =
    clip === 'end' ? renderEnd() : clip === 'silence' ? renderSilence() : renderSound(clip, pace);
  rendered.set(key, made);
  return made;
}
