import type { Alarm } from '@contract/alarm';
import { describe, expect, it } from 'vitest';
import { byUrgency, type Here, isOver, kindOf, ringsHere, siren } from './alarm-rules.js';
import { anna, karl, makeAlarm, NOW } from '../testing/fixtures.js';

const here = (
  change: Partial<Record<Exclude<keyof Here, 'mutedSinceMs'> | 'muted', string[]>> = {},
): Here => ({
  membershipIds: new Set(change.membershipIds ?? [karl.membershipId]),
  responded: new Set(change.responded),
  mutedSinceMs: new Map(change.muted?.map((id) => [id, NOW - 4_000])),
  joined: new Set(change.joined),
});
const witness = { ...karl, at: new Date(NOW).toISOString() };

describe('whether an alarm rings here', () => {
  it.each<[string, boolean, Partial<Alarm>, Parameters<typeof here>[0]]>([
    ['a neighbour’s alarm', true, {}, {}],
    ['an exercise', true, { exercise: true }, {}],
    [
      'I responded to another alarm and muted it',
      true,
      {},
      { responded: ['other'], muted: ['other'] },
    ],
    ['it is over', false, { status: 'resolved' }, {}],
    ['it was a false alarm', false, { status: 'cancelled' }, {}],
    ['it expired', false, { status: 'expired' }, {}],
    ['I raised it', false, {}, { membershipIds: [anna.membershipId] }],
    ['I raised it as a member of another building', false, {}, { membershipIds: ['x', 'm-anna'] }],
    ['I am one of its witnesses', false, { witnesses: [witness], witnessCount: 1 }, {}],
    ['my press joined it as the 21st', false, { witnessCount: 21 }, { joined: ['a'] }],
    ['I have responded', false, {}, { responded: ['a'] }],
    ['I muted it', false, {}, { muted: ['a'] }],
  ])('%s: %s', (_, rings, alarm, person) => {
    expect(ringsHere(makeAlarm(alarm), here(person), NOW)).toBe(rings);
  });

  it('stops at its end by the server’s clock, also when no event came', () => {
    const alarm = makeAlarm({ expiresAt: new Date(NOW).toISOString() });
    expect(ringsHere(alarm, here(), NOW - 1)).toBe(true);
    expect(ringsHere(alarm, here(), NOW)).toBe(false);
    expect(isOver(alarm, NOW)).toBe(true);
  });
});

describe('an alarm that was muted', () => {
  const at = (msFromNow: number) => new Date(NOW + msFromNow).toISOString();
  const pressed = (msFromNow: number, apartment = '1102') => ({
    membershipId: `m-${apartment}`,
    name: 'Lisa Ny',
    home: { apartment },
    at: at(msFromNow),
  });
  const rings = (alarm: Partial<Alarm>, msFromNow = 0) =>
    ringsHere(makeAlarm(alarm), here({ muted: ['a'] }), NOW + msFromNow);

  it('rings for one cycle when another home presses too', () => {
    const witnesses = [pressed(-2_000)];
    expect(rings({ witnesses }, -2_001)).toBe(false);
    expect(rings({ witnesses }, -2_000)).toBe(true);
    expect(rings({ witnesses }, 9_999)).toBe(true);
    expect(rings({ witnesses }, 10_000)).toBe(false);
  });

  it('stays silent for presses from before, from the sender’s home or a home that pressed, and in an exercise', () => {
    expect(rings({ witnesses: [pressed(-4_000)] })).toBe(false);
    expect(rings({ witnesses: [pressed(-1_000, anna.home.apartment)] })).toBe(false);
    expect(rings({ witnesses: [pressed(-70_000), pressed(-1_000)] })).toBe(false);
    expect(rings({ witnesses: [pressed(-1_000)], exercise: true })).toBe(false);
  });

  it('does so at most once a minute', () => {
    const witnesses = [pressed(-2_000), pressed(20_000, '1103'), pressed(58_000, '1104')];
    expect(rings({ witnesses }, 21_000)).toBe(false);
    expect(rings({ witnesses }, 58_000)).toBe(true);
  });
});

describe('which of several alarms sounds', () => {
  const fire = makeAlarm({ id: 'fire' });
  const medical = makeAlarm({ id: 'medical', type: 'medical' });
  const other = makeAlarm({ id: 'other', type: 'other' });
  const exercise = makeAlarm({ id: 'exercise', type: 'fire', exercise: true });

  it('fire before medical before other, and anything real before an exercise', () => {
    const all = [exercise, other, medical, fire];
    expect([...all].sort(byUrgency).map(({ id }) => id)).toEqual([
      'fire',
      'medical',
      'other',
      'exercise',
    ]);
    expect(siren(all, here(), NOW)?.id).toBe('fire');
    expect(siren(all, here({ responded: ['fire'] }), NOW)?.id).toBe('medical');
    expect(siren([exercise], here(), NOW)).toBe(exercise);
    expect(siren([exercise], here({ muted: ['exercise'] }), NOW)).toBeUndefined();
    expect(kindOf(exercise)).toBe('exercise');
  });

  it('the newest of the same kind first', () => {
    const newer = makeAlarm({ id: 'newer', raisedAt: new Date(NOW).toISOString() });
    expect(siren([fire, newer], here(), NOW)?.id).toBe('newer');
  });
});
