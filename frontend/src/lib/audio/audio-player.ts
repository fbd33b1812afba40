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

let element: HTMLAudioElement | undefined;
let source: AudioBufferSourceNode | undefined;
let onSilent: (() => void) | undefined;

/** @param listener called when a sound ends or the system stops it, but not after `stop` */
export function whenSilent(listener: () => void): void {
  onSilent = listener;
}

/**
 * Plays through the page's only audio element. Unlike Web Audio, an element ignores an iPhone's
 * mute switch. Safari unlocks every element separately, so there is only one.
 * @param mutedMs the milliseconds at the start that play without volume
 * @throws NotAllowedError without a click on the page, NotSupportedError when it cannot play a WAV
 */
export async function play(clip: Clip, pace: Pace = 'full', mutedMs = 0): Promise<void> {
  stop();
  const audio = (element ??= createElement());
  audio.src = addressOf(clip, pace);
  audio.loop = !PLAYED_ONCE.includes(clip);
  audio.volume = 1;
  const started = audio.play();
  if (mutedMs > 0) {
    audio.volume = 0;
    setTimeout(() => (audio.volume = 1), mutedMs);
  }
  await started;
}

/** Plays the same samples through Web Audio, for a browser whose audio element fails. */
export function playThrough(context: AudioContext, clip: Clip, pace: Pace = 'full'): void {
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
    if (source === started) onSilent?.();
  };
  started.start();
  source = started;
}

export function stop(): void {
  const stopped = source;
  source = undefined;
  stopped?.stop();
  stopped?.disconnect();
  element?.pause();
}

function createElement(): HTMLAudioElement {
  const audio = new Audio();
  audio.preload = 'auto';
  audio.disableRemotePlayback = true;
  // The event of our own `pause` arrives late, when the next sound may already play.
  const fellSilent = () => {
    if (audio.paused && !source) onSilent?.();
  };
  audio.addEventListener('pause', fellSilent);
  audio.addEventListener('ended', fellSilent);
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
