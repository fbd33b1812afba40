import { expire, type AlarmRecord, type EscalationStep } from './alarm.js';
import { escalateRule, nextEscalation } from './escalation.js';
import { alarm as raised, at } from './testing/fixtures.js';

const after = (ms: number): Date => new Date(at.getTime() + ms);

const alarm = (change: Partial<AlarmRecord> = {}): AlarmRecord => ({ ...raised, ...change });

it.each<[number, EscalationStep | undefined, EscalationStep | undefined, number | null]>([
  // [time, step before, step after, next time]
  [0, undefined, undefined, 15_000],
  [14_999, undefined, undefined, 15_000],
  [15_000, undefined, 1, 30_000],
  [15_000, 1, 1, 30_000],
  [29_999, undefined, 1, 30_000],
  [30_000, 1, 2, 60_000],
  [30_000, undefined, 2, 60_000],
  [59_999, 2, 2, 60_000],
  [60_000, 2, 3, null],
  [60_000, undefined, 3, null],
  [3_599_999, 1, 3, null],
  [3_599_999, 3, 3, null],
])('%d ms after the press, step %s is followed by %s, and the next is due at %s', (...row) => {
  const [ms, escalation, expected, next] = row;
  const record = alarm(escalation && { escalation });
  const change = escalateRule({ alarm: record, isAnswered: false }, after(ms));
  expect(change.record.escalation).toBe(expected);
  expect(change.steps.map(({ kind }) => kind)).toEqual(
    expected === escalation ? [] : ['escalated'],
  );
  expect(change.escalatesAt).toEqual(next === null ? null : after(next));
});

it('waits for the next step while every other home has answered', () => {
  const record = alarm();
  expect(escalateRule({ alarm: record, isAnswered: true }, after(15_000))).toEqual({
    steps: [],
    record,
    escalatesAt: after(30_000),
  });
});

it.each([
  ['has ended', alarm({ status: 'resolved' })],
  ['has expired', expire(alarm()).record],
  ['is past its end without an event', alarm({ expiresAt: after(15_000).toISOString() })],
])('ends with an alarm that %s', (_, record) => {
  const change = escalateRule({ alarm: record, isAnswered: false }, after(15_000));
  expect(change).toEqual({ steps: [], record, escalatesAt: null });
});

it('leaves an exercise alone, because it wakes nobody', () => {
  const record = alarm({ exercise: true });
  expect(nextEscalation(record, at)).toBeNull();
  const change = escalateRule({ alarm: record, isAnswered: false }, after(60_000));
  expect(change).toEqual({ steps: [], record, escalatesAt: null });
});

it('reports an alarm that was retired meanwhile', () => {
  expect(() => escalateRule({ alarm: null, isAnswered: false }, at)).toThrow(
    expect.objectContaining({ code: 'alarm.not_found' }),
  );
});
