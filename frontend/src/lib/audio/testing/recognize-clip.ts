import { SAMPLE_RATE } from '../wav.js';

const HEADER_BYTES = 44;
/** An exercise is quieter than this, and every alarm is louder. */
const LOUD = 0.5 * 32_767;
/** The lower tone has 520 Hz, the higher ones 650 and 660. */
const HIGH_HZ = 600;
const PACES: Record<number, string> = { 22: 'full', 12: 'continuous', 60: 'slow' };

/**
 * Recognizes a clip by its tones, as a person does, and by its length.
 * @returns for example "fire full", "medical slow", "exercise", "end" or "silence"
 */
export function recognizeClip(file: ArrayBuffer): string {
  const samples = new Int16Array(file, HEADER_BYTES);
  const hz = hzAt(samples, 0.2);
  if (hz === 0) return 'silence';
  if (hz > HIGH_HZ) return 'end';
  if (!samples.some((sample) => sample > LOUD)) return 'exercise';
  const next = hzAt(samples, 0.7);
  const kind = next > HIGH_HZ ? 'fire' : next > 0 ? 'other' : 'medical';
  const seconds = Math.round(samples.length / SAMPLE_RATE);
  return `${kind} ${PACES[seconds] ?? `of ${seconds} s`}`;
}

/** Counts the waves of a tenth of a second. */
function hzAt(samples: Int16Array, seconds: number): number {
  const from = Math.round(seconds * SAMPLE_RATE);
  let waves = 0;
  for (let at = from; at < from + SAMPLE_RATE / 10; at += 1) {
    if ((samples[at - 1] ?? 0) <= 0 && (samples[at] ?? 0) > 0) waves += 1;
  }
  return waves * 10;
}
