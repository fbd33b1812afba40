import type { Alarm, AlarmEvent, AlarmEventKind, Neighbour } from '../../../contract/alarm.js';
import { settle, type AlarmRecord } from './alarm.js';

/** Names and homes by membership id; an erased membership is missing. */
export type MemberNames = Record<
  string,
  { name: string; entrance: string | null; apartment: string }
>;

/** The name shown for a member whose account was erased. */
const FORMER_RESIDENT = 'Tidigare boende';

export interface StoredEvent {
  seq: number;
  kind: AlarmEventKind;
  record: AlarmRecord;
  /** Any ISO 8601 form, because PostgreSQL formats times in JSON differently from JavaScript. */
  at: string;
}

export function alarmView(record: AlarmRecord, names: MemberNames): Alarm {
  const { senderId, endedById, witnesses, needHelp, ...fields } = record;
  return {
    ...fields,
    sender: neighbour(senderId, names),
    witnesses: witnesses.map(({ membershipId, at }) => ({
      ...neighbour(membershipId, names),
      at,
    })),
    needHelp: needHelp.map(({ membershipId, ...call }) => ({
      ...neighbour(membershipId, names),
      ...call,
    })),
    ...(endedById && { endedBy: neighbour(endedById, names) }),
  };
}

/** @returns the alarm as of that time: expired past its `expiresAt`, even without an event */
export function viewAt(
  { record, names }: { record: AlarmRecord; names: MemberNames },
  at: Date,
): Alarm {
  return alarmView(settle(record, at), names);
}

export function eventView(
  { seq, kind, record, at }: StoredEvent,
  stream: { epoch: string; names: MemberNames; serverNow: string },
): AlarmEvent {
  return {
    buildingId: record.buildingId,
    epoch: stream.epoch,
    seq,
    kind,
    alarm: alarmView(record, stream.names),
    at: new Date(at).toISOString(),
    serverNow: stream.serverNow,
  };
}

export function neighbour(membershipId: string, names: MemberNames): Neighbour {
  const person = names[membershipId];
  if (!person) return { membershipId, name: FORMER_RESIDENT, home: { apartment: '' } };
  const { name, entrance, apartment } = person;
  return { membershipId, name, home: { ...(entrance !== null && { entrance }), apartment } };
}
