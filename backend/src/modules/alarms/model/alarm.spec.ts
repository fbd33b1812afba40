import { Clock } from '../../../platform/clock.js';
import { end, historyStart, isOver, settle, type AlarmRecord, type OngoingAlarm } from './alarm.js';
import { press } from './press.js';
import { at, input, later, raised } from './testing/fixtures.js';

function ongoing(record: AlarmRecord, change: Partial<OngoingAlarm> = {}): OngoingAlarm {
  return { record, lastPressAt: at, pressedByMe: false, ...change };
}

describe('a press', () => {
  it('raises an alarm that ends by itself after an hour', () => {
    const { steps, merged } = press(input, [], at);
    expect(merged).toBe(false);
    expect(steps.map(({ kind }) => kind)).toEqual(['raised']);
    expect(steps[0]?.record).toMatchObject({
      id: 'a1',
      status: 'active',
      senderId: 'anna',
      expiresAt: later(60).toISOString(),
    });
  });

  it('joins an active alarm of its type as a witness', () => {
    const first = raised();
    const { record, merged, steps } = press(
      { ...input, alarmId: 'a2', membershipId: 'karl' },
      [ongoing(first)],
      later(9),
    );
    expect(merged).toBe(true);
    expect(steps.map(({ kind }) => kind)).toEqual(['witnessed']);
    expect(record).toMatchObject({ id: 'a1', witnessCount: 1 });
    expect(record.witnesses).toEqual([{ membershipId: 'karl', at: later(9).toISOString() }]);
  });

  it.each([
    ['the active alarm has another type', { type: 'medical' as const }, 1],
    ['the last press is ten minutes old', {}, 10],
    ['the request asks for a separate alarm', { separate: true }, 1],
  ])('raises its own alarm when %s', (_case, change, minutes) => {
    const { merged, record } = press(
      { ...input, ...change, alarmId: 'a2', membershipId: 'karl' },
      [ongoing(raised())],
      later(minutes),
    );
    expect(merged).toBe(false);
    expect(record.id).toBe('a2');
  });

  it('ends an exercise instead of joining it when the press is real', () => {
    const exercise = raised({ exercise: true });
    const { steps, merged } = press({ ...input, alarmId: 'a2' }, [ongoing(exercise)], later(1));
    expect(merged).toBe(false);
    expect(steps.map(({ kind, record }) => [kind, record.id])).toEqual([
      ['resolved', 'a1'],
      ['raised', 'a2'],
    ]);
  });

  it('expires an alarm past its end before it raises a new one', () => {
    const { steps } = press({ ...input, alarmId: 'a2' }, [ongoing(raised())], later(60));
    expect(steps.map(({ kind, record }) => [kind, record.id])).toEqual([
      ['expired', 'a1'],
      ['raised', 'a2'],
    ]);
  });

  it('does not join an alarm past its end, however late its last press was', () => {
    const first = ongoing(raised(), { lastPressAt: later(59) });
    const { record, merged } = press({ ...input, alarmId: 'a2' }, [first], later(60));
    expect([record.id, merged]).toEqual(['a2', false]);
  });

  it.each([
    ['a real alarm', { exercise: false }, { type: 'medical' as const }],
    ['an exercise', { exercise: true }, { type: 'medical' as const, exercise: true }],
  ])('ends no other alarm like it when it raises %s', (_what, known, change) => {
    const { steps } = press({ ...input, ...change, alarmId: 'a2' }, [ongoing(raised(known))], at);
    expect(steps.map(({ kind, record }) => [kind, record.id])).toEqual([['raised', 'a2']]);
  });

  it('adds no witness when the sender or an earlier witness presses again', () => {
    const first = raised();
    const again = press(
      { ...input, alarmId: 'a2', membershipId: 'karl' },
      [ongoing(first, { pressedByMe: true })],
      later(1),
    );
    const sender = press({ ...input, alarmId: 'a3' }, [ongoing(first)], later(1));
    for (const outcome of [again, sender]) {
      expect(outcome).toMatchObject({ merged: true, steps: [] });
    }
  });

  it('lists the first 20 witnesses and counts all of them', () => {
    let record = raised();
    for (let n = 0; n < 25; n += 1) {
      ({ record } = press({ ...input, membershipId: `m${n}` }, [ongoing(record)], at));
    }
    expect(record.witnesses).toHaveLength(20);
    expect(record.witnessCount).toBe(25);
  });
});

describe('an alarm', () => {
  it('is over at its `expiresAt`, even without an expired event', () => {
    const record = raised();
    expect(isOver(record, new Date(later(60).getTime() - 1))).toBe(false);
    expect(isOver(record, later(60))).toBe(true);
    expect(settle(record, later(61))).toMatchObject({
      status: 'expired',
      endedAt: later(60).toISOString(),
    });
  });

  it('stays as it is when it has ended, also after its time', () => {
    const { record } = end(raised(), 'resolved', 'anna', later(1));
    expect(settle(record, later(1))).toBe(record);
    expect(settle(record, later(61))).toBe(record);
  });

  it('ends as cancelled for a false alarm and as resolved when the danger is over', () => {
    expect(end(raised(), 'false_alarm', 'anna', at)).toMatchObject({
      kind: 'cancelled',
      record: { status: 'cancelled', endedById: 'anna' },
    });
    expect(end(raised(), 'resolved', 'anna', at).kind).toBe('resolved');
  });
});

class StoppedClock extends Clock {
  constructor(private readonly stoppedAt: string) {
    super();
  }

  now(): Date {
    return new Date(this.stoppedAt);
  }
}

it.each([
  ['2026-11-21T12:00:00.000Z', '2025-11-21T12:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'],
  // PostgreSQL's twelve months before this day end a day earlier; readers see less, not more.
  ['2028-02-29T12:00:00.000Z', '2027-03-01T12:00:00.000Z'],
])('at %s the history begins at %s', (now, start) => {
  expect(historyStart(new StoppedClock(now)).toISOString()).toBe(start);
});
