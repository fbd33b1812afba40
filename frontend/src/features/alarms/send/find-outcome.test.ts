import type { Alarm } from '@contract/alarm';
import { describe, expect, it } from 'vitest';
import { anna, karl, makeAlarm, NOW } from '../testing/fixtures.js';
import { joined, raised, record } from '../testing/press.js';
import { findOutcome } from './find-outcome.js';
import type { Clocks, PressRecord } from './press.js';

const AFTER_MS = 5_000;
const inStep: Clocks = { nowMs: NOW + AFTER_MS, serverNowMs: NOW + AFTER_MS };
const find = (alarm: Alarm, change: Partial<PressRecord> = {}, clocks: Partial<Clocks> = {}) =>
  findOutcome(
    [makeAlarm({ sender: anna }), alarm],
    { ...record, ...change },
    { ...inStep, ...clocks },
  );

describe('the outcome of a press without a reply', () => {
  it('is the alarm with its id', () => {
    expect(find(raised)).toEqual({ alarm: raised, merged: false });
  });

  it('is the alarm that it joined, as a witness or as a second press of its sender', () => {
    const witnessed = joined(0);
    expect(find(witnessed)).toEqual({ alarm: witnessed, merged: true });
    const own = makeAlarm({ id: 'own', sender: karl, raisedAt: new Date(NOW).toISOString() });
    expect(find(own)).toEqual({ alarm: own, merged: true });
  });

  it('is no alarm that another person joined', () => {
    const witnesses = [{ ...anna, at: new Date(NOW).toISOString() }];
    expect(find(makeAlarm({ witnesses }))).toBeUndefined();
  });

  it('is not that of another press when it asked for an alarm of its own', () => {
    const press = { ...record.press, separate: true };
    expect(find(joined(0), { press })).toBeUndefined();
    expect(find(raised, { press })).toEqual({ alarm: raised, merged: false });
  });

  it('is known by its id alone when the server’s time was unknown', () => {
    const change = { pressedAtServerMs: undefined } as Partial<PressRecord>;
    expect(find(joined(0), change)).toBeUndefined();
    expect(find(raised, change)).toBeDefined();
  });
});

describe('the later of two clocks counts', () => {
  it('when the browser’s clock was set back after the press', () => {
    const nowMs = NOW + AFTER_MS - 120_000;
    expect(find(joined(1_000), {}, { nowMs })).toBeUndefined();
    expect(find(joined(120_000), {}, { nowMs })).toBeDefined();
  });

  it('when the estimate of the server’s time stopped while the machine slept', () => {
    const serverNowMs = NOW + AFTER_MS - 60_000;
    expect(find(joined(-30_000), {}, { serverNowMs })).toBeUndefined();
    expect(find(joined(1_000), {}, { serverNowMs })).toBeDefined();
  });
});
