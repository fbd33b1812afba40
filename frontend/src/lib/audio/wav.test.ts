import { ALARM_TYPES } from '@contract/alarm';
import { describe, expect, it } from 'vitest';
import { renderEnd, renderSilence, renderSound, SAMPLE_RATE } from './wav';

const samplesOf = (file: ArrayBuffer) =>
  Float64Array.from(new Int16Array(file, 44), (s) => s / 32_767);
const seconds = (file: ArrayBuffer) => (file.byteLength - 44) / 2 / SAMPLE_RATE;

function slice(samples: Float64Array, from: number, to: number) {
  return samples.subarray(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE));
}

function rms(samples: Float64Array) {
  return Math.sqrt(samples.reduce((sum, s) => sum + s * s, 0) / samples.length);
}

/** Returns the amplitude of one frequency, by the Goertzel algorithm. */
function amplitude(samples: Float64Array, hz: number) {
  const coefficient = 2 * Math.cos((2 * Math.PI * hz) / SAMPLE_RATE);
  let [before, last] = [0, 0];
  for (const sample of samples) [before, last] = [last, sample + coefficient * last - before];
  const power = before * before + last * last - coefficient * before * last;
  return (2 * Math.sqrt(power)) / samples.length;
}

/** Returns the strongest frequency between 300 and 900 Hz. */
function fundamental(samples: Float64Array) {
  const candidates = Array.from({ length: 61 }, (_, index) => 300 + index * 10);
  return candidates.reduce((best, hz) =>
    amplitude(samples, hz) > amplitude(samples, best) ? hz : best,
  );
}

/** Returns one character per tenth of a second: '#' for sound, '.' for silence. */
function pattern(samples: Float64Array, from: number, to: number) {
  const steps = Math.round((to - from) * 10);
  return Array.from({ length: steps }, (_, step) =>
    rms(slice(samples, from + step / 10, from + (step + 1) / 10)) > 0.1 ? '#' : '.',
  ).join('');
}

describe('the rendered sounds', () => {
  it('are WAV files of 16 bit, mono, 22,050 Hz', () => {
    const view = new DataView(renderSound('fire'));
    const ascii = (at: number) =>
      String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
    expect([ascii(0), ascii(8), ascii(12), ascii(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data']);
    expect(view.getUint32(4, true)).toBe(view.byteLength - 8);
    expect([view.getUint16(20, true), view.getUint16(22, true)]).toEqual([1, 1]);
    expect([view.getUint32(24, true), view.getUint16(34, true)]).toEqual([22_050, 16]);
    expect(view.getUint32(40, true)).toBe(view.byteLength - 44);
  });

  it.each(ALARM_TYPES)(
    'hold 12 s of %s in one cycle, then 10 s of silence at full pace and 48 s at slow pace',
    (kind) => {
      const full = renderSound(kind);
      const slow = renderSound(kind, 'slow');
      expect(seconds(full)).toBeCloseTo(22, 3);
      expect(seconds(slow)).toBeCloseTo(60, 3);
      expect(rms(slice(samplesOf(full), 12, 22))).toBe(0);
      expect(rms(slice(samplesOf(slow), 12, 60))).toBe(0);
      expect(pattern(samplesOf(slow), 0, 12)).toBe(pattern(samplesOf(full), 0, 12));
    },
  );

  it.each(ALARM_TYPES)(
    'hold the same 12 s of %s without the silence at continuous pace',
    (kind) => {
      const continuous = renderSound(kind, 'continuous');
      expect(seconds(continuous)).toBeCloseTo(12, 3);
      expect(pattern(samplesOf(continuous), 0, 12)).toBe(
        pattern(samplesOf(renderSound(kind)), 0, 12),
      );
    },
  );

  it('alternate 520 and 650 Hz without a pause for fire', () => {
    const samples = samplesOf(renderSound('fire'));
    expect(pattern(samples, 0, 12)).toBe('#'.repeat(120));
    for (let start = 0; start < 12; start += 1) {
      expect(fundamental(slice(samples, start, start + 0.5))).toBe(520);
      expect(fundamental(slice(samples, start + 0.5, start + 1))).toBe(650);
    }
  });

  it('have two pulses and a pause for medical', () => {
    const samples = samplesOf(renderSound('medical'));
    expect(pattern(samples, 0, 12)).toBe('#####....#####..........'.repeat(5));
    expect(fundamental(slice(samples, 0, 0.5))).toBe(520);
  });

  it('last one second and pause one second for other danger', () => {
    const samples = samplesOf(renderSound('other'));
    expect(pattern(samples, 0, 12)).toBe('##########..........'.repeat(6));
    expect(fundamental(slice(samples, 2, 3))).toBe(520);
  });

  it('are a square wave at nine tenths of full scale', () => {
    const tone = slice(samplesOf(renderSound('other')), 0.1, 0.9);
    expect(rms(tone)).toBeCloseTo(0.9, 2);
    expect(amplitude(tone, 520)).toBeCloseTo((0.9 * 4) / Math.PI, 1);
    expect(amplitude(tone, 1560)).toBeCloseTo((0.9 * 4) / Math.PI / 3, 1);
  });

  it('ramp over 5 ms at each edge of a tone', () => {
    const samples = samplesOf(renderSound('fire'));
    for (const edge of [0, 0.5, 1, 11.5]) {
      expect(Math.abs(slice(samples, edge, edge + 0.001)[0] ?? 1)).toBeLessThan(0.02);
      expect(rms(slice(samples, edge + 0.002, edge + 0.003))).toBeCloseTo(0.45, 1);
      expect(rms(slice(samples, edge + 0.006, edge + 0.1))).toBeCloseTo(0.9, 3);
    }
    expect(rms(slice(samples, 11.997, 11.998))).toBeCloseTo(0.45, 1);
  });

  it('have one short cycle, 12 dB quieter, for an exercise', () => {
    const samples = samplesOf(renderSound('exercise'));
    expect(samples.length / SAMPLE_RATE).toBeLessThan(4);
    expect(20 * Math.log10(rms(slice(samples, 0.1, 0.9)) / 0.9)).toBeCloseTo(-12, 1);
  });

  it('fall from 660 to 520 Hz within one second at the end of an alarm', () => {
    const samples = samplesOf(renderEnd());
    expect(samples.length).toBe(SAMPLE_RATE);
    expect(fundamental(slice(samples, 0, 0.5))).toBe(660);
    expect(fundamental(slice(samples, 0.5, 1))).toBe(520);
  });

  it('are silent for unlocking', () => {
    expect(rms(samplesOf(renderSilence()))).toBe(0);
  });
});
