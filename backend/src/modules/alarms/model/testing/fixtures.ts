import type { AlarmRecord, StreamState } from '../alarm.js';
import { press } from '../press.js';

/** The time of Anna's press. */
export const at = new Date('2026-11-21T12:00:00.000Z');
export const later = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

export const anna = { id: 'anna', role: 'resident', maySend: true } as const;
export const input = {
  alarmId: 'a1',
  buildingId: 'b',
  membershipId: 'anna',
  type: 'fire',
  exercise: false,
  separate: false,
} as const;

/** The alarm that Anna's press raises. */
export function raised(change: { exercise?: boolean } = {}): AlarmRecord {
  return press({ ...input, ...change }, [], at).record;
}

/** The same alarm, written out. */
export const alarm: AlarmRecord = {
  id: 'a1',
  buildingId: 'b',
  type: 'fire',
  exercise: false,
  status: 'active',
  senderId: 'anna',
  witnesses: [],
  witnessCount: 0,
  needHelp: [],
  raisedAt: at.toISOString(),
  expiresAt: later(60).toISOString(),
};

/** A building without alarms, as Anna's request reads it. */
export const state = (change: Partial<StreamState> = {}): StreamState => ({
  buildingId: 'b',
  member: anna,
  press: null,
  isAlarm: false,
  alarm: null,
  ongoing: [],
  recentlyRaised: 0,
  ...change,
});
