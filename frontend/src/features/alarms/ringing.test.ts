import type { Alarm } from '@contract/alarm';
import { describe, expect, it } from 'vitest';
import { byUrgency, type Here, isOver, kindOf, ringsHere, siren } from './ringing.js';
import { anna, karl, makeAlarm, NOW } from './testing.js';

const here = (change: Partial<Record<keyof Here, string[]>> = {}): Here => ({
  membershipIds: new Set(change.membershipIds ?? [karl.membershipId]),
  answered: new Set(change.answered),
  silenced: new Set(change.silenced),
  joined: new Set(change.joined),
});
const witness = { ...karl, at: new Date(NOW).toISOString() };

describe('whether an alarm rings here', () => {
  it.each<[string, boolean, Partial<Alarm>, Parameters<typeof here>[0]]>([
    ['a neighbour’s alarm', true, {}, {}],
    ['a drill', true, { exercise: true }, {}],
    ['another alarm was answered', true, {}, { answered: ['other'], silenced: ['other'] }],
    ['it is over', false, { status: 'resolved' }, {}],
    ['it was a false alarm', false, { status: 'cancelled' }, {}],
    ['it expired', false, { status: 'expired' }, {}],
    ['I raised it', false, {}, { membershipIds: [anna.membershipId] }],
    ['I raised it as a member of my other house', false, {}, { membershipIds: ['x', 'm-anna'] }],
    ['I saw it too', false, { witnesses: [witness], witnessCount: 1 }, {}],
    ['my press joined it as the 21st', false, { witnessCount: 21 }, { joined: ['a'] }],
    ['I have answered', false, {}, { answered: ['a'] }],
    ['it was silenced here', false, {}, { silenced: ['a'] }],
  ])('%s: %s', (_, rings, alarm, person) => {
    expect(ringsHere(makeAlarm(alarm), here(person), NOW)).toBe(rings);
  });

  it('falls silent at its end by the server’s clock, also without a word', () => {
    const alarm = makeAlarm({ expiresAt: new Date(NOW).toISOString() });
    expect(ringsHere(alarm, here(), NOW - 1)).toBe(true);
    expect(ringsHere(alarm, here(), NOW)).toBe(false);
    expect(isOver(alarm, NOW)).toBe(true);
  });
});

describe('which of several alarms is heard', () => {
  const fire = makeAlarm({ id: 'fire' });
  const medical = makeAlarm({ id: 'medical', type: 'medical' });
  const other = makeAlarm({ id: 'other', type: 'other' });
  const drill = makeAlarm({ id: 'drill', type: 'fire', exercise: true });

  it('fire before medical before other, and anything real before a drill', () => {
    const all = [drill, other, medical, fire];
    expect([...all].sort(byUrgency).map(({ id }) => id)).toEqual([
      'fire',
      'medical',
      'other',
      'drill',
    ]);
    expect(siren(all, here(), NOW)?.id).toBe('fire');
    expect(siren(all, here({ answered: ['fire'] }), NOW)?.id).toBe('medical');
    expect(siren([drill], here(), NOW)).toBe(drill);
    expect(siren([drill], here({ silenced: ['drill'] }), NOW)).toBeUndefined();
    expect(kindOf(drill)).toBe('exercise');
  });

  it('the newest of the same kind first', () => {
    const newer = makeAlarm({ id: 'newer', raisedAt: new Date(NOW).toISOString() });
    expect(siren([fire, newer], here(), NOW)?.id).toBe('newer');
  });
});
