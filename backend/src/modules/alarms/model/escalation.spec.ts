import {
  expire,
  type AlarmRecord,
  type EscalationStep,
  escalateRule,
  nextEscalation,
} from './alarm.js';
import { alarm as raised, at } from './testing/fixtures.js';

const after = (ms: number): Date => new Date(at.getTime() + ms);

const alarm = (change: Partial<AlarmRecord> = {}): AlarmRecord => ({ ...raised, ...change });

const escalate = (records: AlarmRecord[], now: Date, answeredIds: string[] = []) =>
  escalateRule(records.map(({ id }) => id))(
    { ongoing: records.map((record) => ({ record })), answeredIds },
    now,
  );

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
  const { steps, rescheduled } = escalate([record], after(ms));
  expect(steps).toEqual(
    expected === escalation
      ? []
      : [{ kind: 'escalated', record: { ...record, escalation: expected } }],
  );
  expect(rescheduled).toEqual([record]);
  expect(nextEscalation(record, after(ms))).toEqual(next === null ? null : after(next));
});

it('takes the steps of all alarms that are due, and leaves the others alone', () => {
  const [one, two, other] = ['one', 'two', 'other'].map((id) => alarm({ id }));
  const state = {
    ongoing: [one, two, other].map((record) => ({ record: record! })),
    answeredIds: [],
  };
  const { steps, rescheduled } = escalateRule(['two', 'one', 'gone'])(state, after(15_000));
  expect(steps.map(({ record }) => [record.id, record.escalation])).toEqual([
    ['one', 1],
    ['two', 1],
  ]);
  expect(rescheduled).toEqual([one, two]);
});

it('waits for the next step of an alarm that every other home has answered', () => {
  const [one, answered] = [alarm(), alarm({ id: 'answered' })];
  const { steps, rescheduled } = escalate([one, answered], after(15_000), ['answered']);
  expect(steps.map(({ record }) => record.id)).toEqual([one.id]);
  expect(rescheduled).toEqual([one, answered]);
});

it.each([
  ['has ended', alarm({ status: 'resolved' })],
  ['has expired', expire(alarm()).record],
  ['is past its end without an event', alarm({ expiresAt: after(15_000).toISOString() })],
  ['is an exercise, which wakes nobody', alarm({ exercise: true })],
])('takes and plans no step of an alarm that %s', (_, record) => {
  const change = escalate([record], after(15_000));
  expect(change).toEqual({ steps: [], record, rescheduled: [record] });
  expect(nextEscalation(record, after(15_000))).toBeNull();
});

it('reports that no alarm is active any more', () => {
  expect(() => escalateRule(['a1'])({ ongoing: [], answeredIds: [] }, at)).toThrow(
    expect.objectContaining({ code: 'alarm.not_found' }),
  );
});
