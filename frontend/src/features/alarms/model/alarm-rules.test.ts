import type { Alarm } from '@contract/alarm';
import { describe, expect, it } from 'vitest';
import { anna, karl, makeAlarm, NOW } from '../testing/fixtures.js';
import {
  byUrgency,
  findDuplicate,
  isOver,
  kindOf,
  minutesLeft,
  paceOf,
  type Person,
  ringsFor,
  siren,
} from './alarm-rules.js';

const personWho = (
  change: Partial<Record<Exclude<keyof Person, 'mutedSinceMs'> | 'muted', string[]>> = {},
): Person => ({
  membershipIds: new Set(change.membershipIds ?? [karl.membershipId]),
  responded: new Set(change.responded),
  mutedSinceMs: new Map(change.muted?.map((id) => [id, NOW - 4_000])),
  joined: new Set(change.joined),
});
const witness = { ...karl, at: new Date(NOW).toISOString() };

describe('an alarm', () => {
  it.each<[string, boolean, Partial<Alarm>, Parameters<typeof personWho>[0]]>([
    ['a neighbour raised it', true, {}, {}],
    ['it is an exercise', true, { exercise: true }, {}],
    [
      'the person responded to another alarm and muted that one',
      true,
      {},
      { responded: ['other'], muted: ['other'] },
    ],
    ['it is over', false, { status: 'resolved' }, {}],
    ['it was a false alarm', false, { status: 'cancelled' }, {}],
    ['it expired', false, { status: 'expired' }, {}],
    ['the person raised it', false, {}, { membershipIds: [anna.membershipId] }],
    [
      'one of the person’s two memberships raised it',
      false,
      {},
      { membershipIds: ['x', 'm-anna'] },
    ],
    ['the person is one of its witnesses', false, { witnesses: [witness], witnessCount: 1 }, {}],
    ['the person joined it as 21st witness', false, { witnessCount: 21 }, { joined: ['a'] }],
    ['the person has responded', false, {}, { responded: ['a'] }],
    ['the person has muted it', false, {}, { muted: ['a'] }],
  ])('rings here when %s: %s', (_, rings, alarm, change) => {
    expect(ringsFor(makeAlarm(alarm), personWho(change), NOW)).toBe(rings);
  });

  it('stops ringing when it expires by the server’s clock, also without an event', () => {
    const alarm = makeAlarm({ expiresAt: new Date(NOW).toISOString() });
    expect(ringsFor(alarm, personWho(), NOW - 1)).toBe(true);
    expect(ringsFor(alarm, personWho(), NOW)).toBe(false);
    expect(isOver(alarm, NOW)).toBe(true);
  });
});

describe('the warning before the end', () => {
  it.each([
    [5 * 60_000 + 1, undefined],
    [5 * 60_000, 5],
    [4.5 * 60_000, 5],
    [4 * 60_000, 4],
    [1, 1],
    [0, 1],
    [-60_000, 1],
  ])('names, with %d ms left, %s minutes', (leftMs, minutes) => {
    const alarm = makeAlarm({ expiresAt: new Date(NOW + leftMs).toISOString() });
    expect(minutesLeft(alarm, NOW)).toBe(minutes);
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
    ringsFor(makeAlarm(alarm), personWho({ muted: ['a'] }), NOW + msFromNow);

  it('rings for one cycle when another home presses too', () => {
    const witnesses = [pressed(-2_000)];
    expect(rings({ witnesses }, -2_001)).toBe(false);
    expect(rings({ witnesses }, -2_000)).toBe(true);
    expect(rings({ witnesses }, 9_999)).toBe(true);
    expect(rings({ witnesses }, 10_000)).toBe(false);
  });

  it('rings from the second in which the news come, to which pages round their time', () => {
    const witnesses = [pressed(-1_400)];
    expect(rings({ witnesses }, -2_001)).toBe(false);
    expect(rings({ witnesses }, -2_000)).toBe(true);
  });

  it('rings for one cycle when a neighbour calls for help, also in a home that pressed', () => {
    const needHelp = [pressed(-2_000, anna.home.apartment)];
    expect(rings({ needHelp }, -2_001)).toBe(false);
    expect(rings({ needHelp }, -2_000)).toBe(true);
    expect(rings({ needHelp }, 10_000)).toBe(false);
    expect(rings({ needHelp: [pressed(-4_000)] })).toBe(false);
    expect(rings({ needHelp, witnesses: [pressed(-40_000)] })).toBe(false);
  });

  it('stays silent for earlier presses, for further presses of a home, and in an exercise', () => {
    expect(rings({ witnesses: [pressed(-4_000)] })).toBe(false);
    expect(rings({ witnesses: [pressed(-1_000, anna.home.apartment)] })).toBe(false);
    expect(rings({ witnesses: [pressed(-70_000), pressed(-1_000)] })).toBe(false);
    expect(rings({ witnesses: [pressed(-1_000)], exercise: true })).toBe(false);
  });

  it('rings for the same apartment in another entrance, which is another home', () => {
    const other = { ...pressed(-2_000), home: { ...anna.home, entrance: 'B' } };
    expect(rings({ witnesses: [other] })).toBe(true);
    const sender = { ...anna, home: { ...anna.home, entrance: 'B' } };
    expect(rings({ sender, witnesses: [other] })).toBe(false);
    const neighbour = { ...anna, home: { ...anna.home, entrance: 'A' } };
    expect(rings({ sender: neighbour, witnesses: [other] })).toBe(true);
  });

  it('rings for each manager without a home, who is of no household', () => {
    const sender = { ...anna, home: { apartment: '' } };
    const other = { ...pressed(-2_000), home: { apartment: '' } };
    expect(rings({ sender, witnesses: [other] })).toBe(true);
  });

  it('rings from the first of a press and a call for help, whichever that is', () => {
    const alarm = { witnesses: [pressed(-1_000, '1103')], needHelp: [pressed(-2_000)] };
    expect(rings(alarm, -1_500)).toBe(true);
    expect(rings(alarm, 10_500)).toBe(false);
  });

  it('rings again at most once a minute', () => {
    const witnesses = [pressed(-2_000), pressed(20_000, '1103'), pressed(58_000, '1104')];
    expect(rings({ witnesses }, 21_000)).toBe(false);
    expect(rings({ witnesses }, 58_000)).toBe(true);
  });
});

it('a type that a newer server sends is another danger', () => {
  expect(kindOf(makeAlarm({ type: 'flood' as 'other' }))).toBe('other');
});

describe('several alarms', () => {
  const fire = makeAlarm({ id: 'fire' });
  const medical = makeAlarm({ id: 'medical', type: 'medical' });
  const other = makeAlarm({ id: 'other', type: 'other' });
  const exercise = makeAlarm({ id: 'exercise', type: 'fire', exercise: true });

  it('sound in the order of fire, medical, other and exercise', () => {
    const all = [exercise, other, medical, fire];
    expect([...all].sort(byUrgency).map(({ id }) => id)).toEqual([
      'fire',
      'medical',
      'other',
      'exercise',
    ]);
    expect(siren(all, personWho(), NOW)?.id).toBe('fire');
    expect(siren(all, personWho({ responded: ['fire'] }), NOW)?.id).toBe('medical');
    expect(siren([exercise], personWho(), NOW)).toBe(exercise);
    expect(siren([exercise], personWho({ muted: ['exercise'] }), NOW)).toBeUndefined();
    expect(kindOf(exercise)).toBe('exercise');
  });

  it('sound the newest of the same kind first', () => {
    const newer = makeAlarm({ id: 'newer', raisedAt: new Date(NOW).toISOString() });
    expect(siren([fire, newer], personWho(), NOW)?.id).toBe('newer');
  });
});

describe('an alarm that was repeated', () => {
  it.each([1, 2, 3] as const)('sounds without pauses after step %d', (escalation) => {
    const alarm = makeAlarm({ escalation });
    expect(siren([alarm], personWho(), NOW)).toBe(alarm);
    expect(paceOf(alarm)).toBe('continuous');
  });

  it.each([
    ['has responded', { responded: ['a'] }],
    ['has muted it', { muted: ['a'] }],
    ['has pressed too', { joined: ['a'] }],
  ])('is silent for a person who %s', (_, change) => {
    expect(siren([makeAlarm({ escalation: 3 })], personWho(change), NOW)).toBeUndefined();
  });

  it('sounds with pauses before', () => expect(paceOf(makeAlarm())).toBe('full'));
});

describe('a press of the same type', () => {
  const MINUTE_MS = 60_000;
  const raised = (agoMs: number, change: Partial<Alarm> = {}) =>
    makeAlarm({ raisedAt: new Date(NOW - agoMs).toISOString(), ...change });
  const at = (agoMs: number) => ({ ...karl, at: new Date(NOW - agoMs).toISOString() });

  it.each<[string, Alarm, 'own' | 'joinable' | 'old' | undefined]>([
    ['the person’s own alarm', raised(0, { sender: karl }), 'own'],
    ['a new alarm', raised(MINUTE_MS), 'joinable'],
    ['an alarm of ten minutes', raised(10 * MINUTE_MS), 'old'],
    [
      'an old alarm with a recent witness',
      raised(30 * MINUTE_MS, { witnesses: [at(MINUTE_MS)], witnessCount: 1 }),
      'joinable',
    ],
    [
      'an old alarm with more witnesses than it lists',
      raised(30 * MINUTE_MS, { witnessCount: 21 }),
      'joinable',
    ],
    [
      'an alarm that ends soon, with a recent witness',
      raised(51 * MINUTE_MS, {
        expiresAt: new Date(NOW + 9 * MINUTE_MS).toISOString(),
        witnesses: [at(MINUTE_MS)],
        witnessCount: 1,
      }),
      'old',
    ],
    [
      'an alarm that ends in exactly ten minutes, with a recent witness',
      raised(50 * MINUTE_MS, {
        expiresAt: new Date(NOW + 10 * MINUTE_MS).toISOString(),
        witnesses: [at(MINUTE_MS)],
        witnessCount: 1,
      }),
      'joinable',
    ],
    ['an alarm of another type', raised(0, { type: 'medical' }), undefined],
    ['an exercise', raised(0, { exercise: true }), undefined],
    ['an alarm that is over', raised(0, { status: 'cancelled' }), undefined],
  ])('meets %s', (_, alarm, kind) => {
    expect(findDuplicate([alarm], 'fire', karl.membershipId, NOW)?.kind).toBe(kind);
  });

  it('meets the newest of several', () => {
    const [older, newer] = [raised(2 * MINUTE_MS, { id: 'older' }), raised(MINUTE_MS)];
    expect(findDuplicate([older, newer], 'fire', karl.membershipId, NOW)?.alarm).toBe(newer);
  });
});
