import type { ErrorCode } from '../../../contract/errors.js';
import { amendRule, endRule, expireRule, extendRule, helpRule } from './alarm-rules.js';
import type { Rule, StreamState } from './alarm.js';
import { alarm, anna, at, later, state as stateOf } from './testing/fixtures.js';

const karl = { ...anna, id: 'karl' } as const;
const manager = { ...karl, role: 'manager' } as const;
const over = { ...alarm, status: 'resolved', endedAt: at.toISOString() } as const;
const expired = { ...alarm, status: 'expired', endedAt: alarm.expiresAt } as const;

const state = (change: Partial<StreamState> = {}): StreamState => stateOf({ alarm, ...change });
const refusalOf = (decide: () => unknown): ErrorCode | undefined => {
  try {
    decide();
    return undefined;
  } catch (error) {
    return (error as { code: ErrorCode }).code;
  }
};

describe('the end of an alarm', () => {
  it.each([
    ['false_alarm', 'cancelled', anna],
    ['resolved', 'resolved', manager],
  ] as const)('as %s makes it %s', (outcome, status, member) => {
    const record = { ...alarm, status, endedAt: later(1).toISOString(), endedById: member.id };
    expect(endRule(outcome)(state({ member }), later(1))).toEqual({
      steps: [{ kind: status, record }],
      record,
    });
  });

  it('after its time makes it expired', () => {
    expect(endRule('resolved')(state(), later(60))).toEqual({
      steps: [{ kind: 'expired', record: expired }],
      record: expired,
    });
  });

  it('changes nothing the second time', () => {
    const change = endRule('false_alarm')(state({ alarm: over }), later(61));
    expect(change).toEqual({ steps: [], record: over });
  });
});

describe('an amendment', () => {
  it('changes the alarm', () => {
    const record = { ...alarm, place: 'Vinden' };
    expect(amendRule({ place: 'Vinden' })(state(), later(1))).toEqual({
      steps: [{ kind: 'updated', record }],
      record,
    });
  });

  it('with the same texts changes nothing', () => {
    const known = { ...alarm, place: 'Vinden' };
    const change = amendRule({ place: 'Vinden' })(state({ alarm: known }), later(1));
    expect(change).toEqual({ steps: [], record: known });
  });
});

describe('an extension', () => {
  it('moves the end to an hour from now, and changes nothing within a minute', () => {
    const record = { ...alarm, expiresAt: later(62).toISOString() };
    const change = extendRule(state(), later(2));
    expect(change).toEqual({ steps: [{ kind: 'updated', record }], record });
    expect(extendRule(state({ alarm: record }), later(2.5))).toEqual({ steps: [], record });
  });
});

describe('a response', () => {
  const call = { membershipId: 'karl', place: 'Vinden', at: later(1).toISOString() };
  const called = { ...alarm, needHelp: [call] };

  it('that calls for help changes the alarm, and is saved', () => {
    const response = { response: 'need_help', place: 'Vinden' } as const;
    expect(helpRule(response)(state({ member: karl }), later(1))).toEqual({
      steps: [{ kind: 'updated', record: called }],
      record: called,
      response,
    });
  });

  it('without a place is saved without one', () => {
    const { response } = helpRule({ response: 'need_help' })(state(), later(1));
    expect(response).toStrictEqual({ response: 'need_help' });
  });

  it.each(['safe', 'coming'] as const)(
    '%s ends an earlier call, or changes nothing',
    (response) => {
      const rule = helpRule({ response });
      const ended = rule(state({ member: karl, alarm: called }), later(2));
      expect(ended.steps).toEqual([{ kind: 'updated', record: alarm }]);
      const other = rule(state({ alarm: called }), later(2));
      expect(other).toEqual({ steps: [], record: called, response: { response } });
    },
  );

  it.each<[string, number | undefined, number | undefined, boolean]>([
    ['an older turn than the last one', 1, 2, false],
    ['the same turn', 2, 2, true],
    ['a newer turn', 3, 2, true],
    ['the first turn', 0, undefined, true],
    ['no turn', undefined, 2, true],
  ])('with %s', (_, turn, last, counts) => {
    const response = { response: 'need_help', ...(turn !== undefined && { turn }) } as const;
    const member = { ...karl, ...(last !== undefined && { turn: last }) };
    const change = helpRule(response)(state({ member }), later(1));
    expect(change.response).toEqual(counts ? response : undefined);
    expect(change.record.needHelp).toHaveLength(counts ? 1 : 0);
  });

  it.each([
    ['has ended', over, 1],
    ['is past its end', alarm, 60],
    ['is unknown', null, 1],
  ])('is refused when the alarm %s', (_, known, minutes) => {
    const rule = () => helpRule({ response: 'safe' })(state({ alarm: known }), later(minutes));
    expect(refusalOf(rule)).toBe('alarm.over');
  });
});

describe('an expiry', () => {
  it('ends an alarm at its time, and not before', () => {
    const steps = [{ kind: 'expired', record: expired }];
    expect(expireRule({ alarm }, later(60))).toEqual({ steps, record: expired });
    expect(expireRule({ alarm }, later(59))).toEqual({ steps: [], record: alarm });
  });

  it('leaves an alarm alone that has ended', () => {
    expect(expireRule({ alarm: over }, later(61))).toEqual({ steps: [], record: over });
  });

  it('is refused for an unknown alarm', () => {
    expect(refusalOf(() => expireRule({ alarm: null }, at))).toBe('alarm.not_found');
  });
});

it.each<[string, Rule, Partial<StreamState>, ErrorCode]>([
  ['the end of an unknown alarm', endRule('resolved'), { alarm: null }, 'alarm.not_found'],
  ['the end by a neighbour', endRule('resolved'), { member: karl }, 'alarm.not_yours'],
  ['an amendment of an unknown alarm', amendRule({}), { alarm: null }, 'alarm.not_found'],
  ['an amendment by a manager', amendRule({}), { member: manager }, 'alarm.not_sender'],
  ['an amendment after the end', amendRule({}), { alarm: over }, 'alarm.over'],
  ['an extension by a neighbour', extendRule, { member: karl }, 'alarm.not_yours'],
  ['an extension after the end', extendRule, { alarm: over }, 'alarm.over'],
])('%s is refused', (_, rule, change, code) => {
  expect(refusalOf(() => rule(state(change), later(1)))).toBe(code);
});
