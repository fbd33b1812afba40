import type { AlarmType } from '@contract/alarm';

/**
 * Renders the sounds of ResQ in the browser: no file has to be downloaded or can be missing after a
 * deploy, and the tone is exactly 520 Hz. A square wave of 520 Hz wakes far more sleepers than the
 * usual 3100 Hz beep (Bruck et al., J Sleep Res 2009). No pattern is the temporal-three of ISO
 * 8201, which means: leave the building.
 */

export const SAMPLE_RATE = 22_050;

export type SoundKind = AlarmType | 'exercise';

/**
 * `full` rings for the first minutes, and `continuous` has no silence between its cycles; `slow` is
 * one cycle a minute afterwards.
 */
export type Pace = 'full' | 'continuous' | 'slow';

interface Tone {
  /** 0 is silence. */
  hz: number;
  seconds: number;
}

const GAIN = 0.9;
/** −12 dB: an exercise is audible, but wakes nobody. */
const EXERCISE_GAIN = GAIN * 10 ** (-12 / 20);
/** A tone that starts or stops abruptly clicks. */
const RAMP_SECONDS = 0.005;
const SOUND_SECONDS = 12;
const SILENCE_SECONDS: Record<Pace, number> = { full: 10, continuous: 0, slow: 48 };

const tone = (hz: number, seconds: number): Tone => ({ hz, seconds });
const pause = (seconds: number): Tone => ({ hz: 0, seconds });

const PATTERNS: Record<AlarmType, Tone[]> = {
  fire: [tone(520, 0.5), tone(650, 0.5)],
  medical: [tone(520, 0.5), pause(0.4), tone(520, 0.5), pause(1)],
  other: [tone(520, 1), pause(1)],
};

const EXERCISE: Tone[] = [tone(520, 1), pause(0.5), tone(520, 1)];
const END: Tone[] = [tone(660, 0.5), tone(520, 0.5)];

/**
 * Renders one cycle of an alarm's sound, to be looped. The cycle includes the silence, because a
 * timer in a hidden tab runs only once a minute. An exercise is one short cycle, played once.
 * @returns a WAV file: 16 bit, mono, 22,050 Hz
 */
export function renderSound(kind: SoundKind, pace: Pace = 'full'): ArrayBuffer {
  if (kind === 'exercise') return wav(EXERCISE, EXERCISE_GAIN);
  const pattern = PATTERNS[kind];
  const patternSeconds = pattern.reduce((sum, { seconds }) => sum + seconds, 0);
  const repeats = Math.round(SOUND_SECONDS / patternSeconds);
  const tones = Array.from({ length: repeats }, () => pattern).flat();
  return wav([...tones, pause(SILENCE_SECONDS[pace])], GAIN);
}

/** Renders the end tone: it falls, lasts one second, and means that the danger is over. */
export function renderEnd(): ArrayBuffer {
  return wav(END, GAIN);
}

/** Renders the clip that unlocks the audio element when it plays inside a click. */
export function renderSilence(): ArrayBuffer {
  return wav([pause(0.05)], 0);
}

function wav(tones: Tone[], gain: number): ArrayBuffer {
  const lengths = tones.map(({ seconds }) => Math.round(seconds * SAMPLE_RATE));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const file = new ArrayBuffer(44 + total * 2);
  writeHeader(new DataView(file), total * 2);
  const samples = new Int16Array(file, 44);
  let start = 0;
  tones.forEach(({ hz }, index) => {
    const length = lengths[index] ?? 0;
    if (hz > 0) writeTone(samples.subarray(start, start + length), hz, gain);
    start += length;
  });
  return file;
}

function writeTone(samples: Int16Array, hz: number, gain: number): void {
  const ramp = RAMP_SECONDS * SAMPLE_RATE;
  for (let index = 0; index < samples.length; index += 1) {
    const phase = (index * hz) / SAMPLE_RATE;
    const edge = Math.min(1, (index + 0.5) / ramp, (samples.length - index - 0.5) / ramp);
    samples[index] = (phase % 1 < 0.5 ? 1 : -1) * edge * gain * 32_767;
  }
}

/**
 * Writes the header. The samples need no byte swap: browsers run on little-endian machines, and WAV
 * is little-endian too.
 */
function writeHeader(view: DataView, dataBytes: number): void {
  const ascii = (at: number, text: string) =>
    [...text].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  ascii(0, 'RIFF');
  view.setUint32(4, 36 + dataBytes, true);
  ascii(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  ascii(36, 'data');
  view.setUint32(40, dataBytes, true);
}
