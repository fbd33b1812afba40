import type { RaiseRequest } from '../../../contract/alarm.js';
import { neededBy, pressRule } from './press.js';
import type { SavedPress, StreamState } from './alarm.js';
import { alarm, anna, at, later, state } from './testing/fixtures.js';

const request: RaiseRequest = { alarmId: 'a1', type: 'fire' };
const saved: SavedPress = {
  id: 'a1',
  buildingId: 'b',
  membershipId: 'anna',
  alarmId: 'a1',
  epoch: 'e',
  seq: 1,
  merged: false,
};
const refused = (code: string) => expect.objectContaining({ code }) as Error;
const ongoing = [{ record: alarm, lastPressAt: at, pressedByMe: false }];

describe('a press', () => {
  it('raises an alarm with its own id', () => {
    expect(pressRule(request, true)(state(), at)).toStrictEqual({
      steps: [{ kind: 'raised', record: alarm }],
      record: alarm,
      press: { id: 'a1', merged: false },
    });
  });

  it('has a place and a note where they are given', () => {
    const texts = { place: 'Vinden', note: 'Rök' };
    expect(pressRule({ ...request, ...texts }, true)(state(), at).record).toEqual({
      ...alarm,
      ...texts,
    });
  });

  it('joins an ongoing alarm, unless it asks for one of its own', () => {
    const second = { ...request, alarmId: 'a2' };
    const karl = state({ member: { ...anna, id: 'karl' }, ongoing });
    const joined = pressRule(second, true)(karl, later(1));
    expect([joined.record.id, joined.press]).toEqual(['a1', { id: 'a2', merged: true }]);
    const own = pressRule({ ...second, separate: true }, true)(karl, later(1));
    expect([own.record.id, own.press]).toEqual(['a2', { id: 'a2', merged: false }]);
  });

  it('raises an alarm of its own when the ongoing one would end within ten minutes', () => {
    const karl = (lastPressAt: Date) =>
      state({
        member: { ...anna, id: 'karl' },
        ongoing: ongoing.map((one) => ({ ...one, lastPressAt })),
      });
    const second = pressRule({ ...request, alarmId: 'a2' }, true);
    expect(second(karl(later(45)), later(50)).record.id).toBe('a1');
    expect(second(karl(later(50)), later(51)).record.id).toBe('a2');
  });

  it('needs the alarms that it can join, and as an exercise all of them', () => {
    const needs = [{}, { separate: true }, { exercise: true }, { exercise: true, separate: true }];
    expect(needs.map((more) => neededBy({ ...request, ...more }))).toEqual([
      'joinable',
      'none',
      'all',
      'all',
    ]);
  });

  it('is refused to a member whose right to send is paused', () => {
    const paused = state({ member: { ...anna, maySend: false } });
    expect(() => pressRule(request, true)(paused, at)).toThrow(refused('alarm.sending_paused'));
  });

  it('starts an exercise for a manager only', () => {
    const exercise = pressRule({ ...request, exercise: true }, true);
    expect(() => exercise(state(), at)).toThrow(refused('building.manager_required'));
    const { record } = exercise(state({ member: { ...anna, role: 'manager' } }), at);
    expect(record.exercise).toBe(true);
  });

  it('starts no exercise during a real alarm, whose end may be due', () => {
    const exercise = pressRule({ ...request, alarmId: 'a2', exercise: true }, true);
    const during = (change: Partial<typeof alarm>) =>
      state({
        member: { ...anna, role: 'manager' },
        ongoing: [{ record: { ...alarm, ...change }, lastPressAt: at, pressedByMe: false }],
      });
    expect(() => exercise(during({}), at)).toThrow(refused('alarm.real_ongoing'));
    expect(exercise(during({}), later(60)).record.exercise).toBe(true);
    expect(exercise(during({ exercise: true }), at).record.exercise).toBe(true);
  });
});

it('refuses the id of an alarm whose press was erased', () => {
  const rule = pressRule({ alarmId: 'a', type: 'fire' }, false);
  expect(() => rule(state({ isAlarm: true }), at)).toThrow(refused('alarm.id_taken'));
});

describe('the seventh alarm within ten minutes', () => {
  const recentlyRaised = 6;

  it('is refused, and the sixth is not', () => {
    const rule = pressRule(request, true);
    expect(() => rule(state({ recentlyRaised }), at)).toThrow(refused('alarm.rate_limited'));
    expect(rule(state({ recentlyRaised: 5 }), at).steps).toHaveLength(1);
  });

  it.each<[string, RaiseRequest, boolean, Partial<StreamState>]>([
    ['joins another', { ...request, alarmId: 'a2' }, true, { ongoing }],
    [
      'is an exercise',
      { ...request, exercise: true },
      true,
      { member: { ...anna, role: 'manager' } },
    ],
    ['comes while rate limits are off', request, false, {}],
  ])('is accepted when it %s', (_, input, limited, change) => {
    const { press: accepted } = pressRule(input, limited)(state({ recentlyRaised, ...change }), at);
    expect(accepted).toBeDefined();
  });
});

describe('a repeated press', () => {
  const rule = pressRule(request, true);

  it('gets its first result, with the alarm as it is now', () => {
    const repeat = state({ press: saved, alarm });
    expect(rule(repeat, later(59))).toEqual({ steps: [], record: alarm, repeated: saved });
    expect(rule(repeat, later(60)).record.status).toBe('expired');
  });

  it('gets its first result after the right to send was paused, too', () => {
    const member = { ...anna, maySend: false };
    expect(rule(state({ press: saved, alarm, member }), at).repeated).toBe(saved);
  });

  it.each<Partial<SavedPress>>([{ membershipId: 'karl' }, { buildingId: 'other' }])(
    'is refused when its id is that of another press, with %j',
    (change) => {
      const taken = state({ press: { ...saved, ...change }, alarm });
      expect(() => rule(taken, at)).toThrow(refused('alarm.id_taken'));
    },
  );

  it('is refused when its alarm was retired', () => {
    expect(() => rule(state({ press: saved }), at)).toThrow(refused('alarm.not_found'));
  });
});
