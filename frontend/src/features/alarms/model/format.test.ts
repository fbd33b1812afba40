import { describe, expect, it } from 'vitest';
import { clockTime, exactTime } from '../../../lib/time/dates.js';
import {
  ago,
  floorText,
  homeText,
  momentText,
  shortAddress,
  stopwatch,
  whoText,
} from './format.js';
import { membership, makeAlarm } from '../testing/fixtures.js';

describe('times', () => {
  it('are shown in the zone of Stockholm, in winter and in summer', () => {
    expect(clockTime('2026-11-21T13:05:22.000Z')).toBe('kl.\u00a014.05');
    expect(exactTime('2026-06-21T13:05:02.999Z')).toBe('kl.\u00a015.05.02');
    expect(clockTime('2026-11-20T23:07:00.000Z')).toBe('kl.\u00a000.07');
  });

  it('since the beginning of an alarm are shown as a stopwatch and in words', () => {
    expect([0, 48_900, 725_000, 3_725_000, -9].map(stopwatch)).toEqual([
      '0:00',
      '0:48',
      '12:05',
      '1:02:05',
      '0:00',
    ]);
    expect([0, 60_000, 5 * 60_000, 3_600_000, 7_200_000].map(ago)).toEqual([
      'nyss',
      'för 1 minut sedan',
      'för 5 minuter sedan',
      'för 1 timme sedan',
      'för 2 timmar sedan',
    ]);
  });
});

describe('homes', () => {
  it('are shown with their floor', () => {
    expect(whoText(makeAlarm())).toBe(
      'lägenhet\u00a0\u20681201\u2069, plan\u00a02, \u2068Anna Berg\u2069',
    );
    const floors = ['1001', '1101', '0901', '2104', ''];
    expect(floors.map((apartment) => floorText({ apartment }))).toEqual([
      'entréplan',
      'plan\u00a01',
      'källarplan',
      'plan\u00a011',
      '',
    ]);
    expect(homeText({ entrance: 'B', apartment: '1203' })).toBe(
      'lägenhet\u00a0\u20681203\u2069, uppgång\u00a0\u2068B\u2069',
    );
  });

  it('are left out for a person whose account was erased', () => {
    const sender = { membershipId: 'x', name: 'Tidigare boende', home: { apartment: '' } };
    expect(whoText(makeAlarm({ sender }))).toBe('\u2068Tidigare boende\u2069');
  });

  it('have an address that is shown without its town', () => {
    expect(shortAddress(membership.building)).toBe('Storgatan 12');
  });

  it('momentText shows the date of a moment on another day at the building', () => {
    const lateEvening = Date.parse('2026-11-21T22:59:00Z');
    expect(momentText(lateEvening, lateEvening + 30_000)).toBe('kl.\u00a023.59');
    const nextDay = lateEvening + 90_000;
    expect(momentText(lateEvening, nextDay)).toBe('21 november 2026 kl.\u00a023.59');
  });
});
