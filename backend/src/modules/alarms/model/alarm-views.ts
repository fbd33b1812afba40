import type { Alarm, AlarmEvent, AlarmEventKind, Neighbour } from '../../../contract/alarm.js';
import type { AlarmRecord } from './alarm.js';

/** People by membership, as a query joined them. */
export type MemberNames = Record<
  string,
  { name: string; entrance: string | null; apartment: string }
>;

/** Shown for somebody whose account was erased. */
const FORMER_RESIDENT = 'Tidigare boende';

export interface StoredEvent {
  seq: number;
  kind: AlarmEventKind;
  record: AlarmRecord;
  /** Any ISO 8601 form; PostgreSQL writes JSON times its own way. */
  at: string;
}

export function alarmView(record: AlarmRecord, people: MemberNames): Alarm {
  const { senderId, endedById, witnesses, needHelp, ...told } = record;
  return {
    ...told,
    sender: neighbour(senderId, people),
    witnesses: witnesses.map(({ membershipId, at }) => ({
      ...neighbour(membershipId, people),
      at,
    })),
    needHelp: needHelp.map(({ membershipId, ...call }) => ({
      ...neighbour(membershipId, people),
      ...call,
    })),
    ...(endedById && { endedBy: neighbour(endedById, people) }),
  };
}

export function eventView(
  { seq, kind, record, at }: StoredEvent,
  stream: { epoch: string; people: MemberNames; serverNow: string },
): AlarmEvent {
  return {
    buildingId: record.buildingId,
    epoch: stream.epoch,
    seq,
    kind,
    alarm: alarmView(record, stream.people),
    at: new Date(at).toISOString(),
    serverNow: stream.serverNow,
  };
}

export function neighbour(membershipId: string, people: MemberNames): Neighbour {
  const person = people[membershipId];
  if (!person) return { membershipId, name: FORMER_RESIDENT, home: { apartment: '' } };
  const { name, entrance, apartment } = person;
  return { membershipId, name, home: { ...(entrance !== null && { entrance }), apartment } };
}
