import type { Alarm, AlarmEvent, AlarmEventKind, Neighbour } from '../../../contract/alarm.js';
import { entranceKey, entranceName } from '../../../contract/homes.js';
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
  const neighbourOf = neighboursIn(names);
  return {
    ...fields,
    sender: neighbourOf(senderId),
    witnesses: witnesses.map(({ membershipId, at }) => ({
      ...neighbourOf(membershipId),
      at,
    })),
    needHelp: needHelp.map(({ membershipId, ...call }) => ({
      ...neighbourOf(membershipId),
      ...call,
    })),
    ...(endedById && { endedBy: neighbourOf(endedById) }),
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

/**
 * @returns a function that makes neighbours whose entrances have one spelling each, that of the first one:
 *   browsers compare the homes of an alarm as texts
 */
function neighboursIn(names: MemberNames): (membershipId: string) => Neighbour {
  const spellings = new Map<string, string>();
  return (membershipId) => {
    const { home, ...person } = neighbour(membershipId, names);
    if (home.entrance === undefined) return { ...person, home };
    const key = entranceKey(home.entrance);
    const entrance = spellings.get(key) ?? home.entrance;
    spellings.set(key, entrance);
    return { ...person, home: { ...home, entrance } };
  };
}

export function neighbour(membershipId: string, names: MemberNames): Neighbour {
  const person = names[membershipId];
  if (!person) return { membershipId, name: FORMER_RESIDENT, home: { apartment: '' } };
  const { name, apartment } = person;
  const entrance = entranceName(person.entrance ?? '');
  return { membershipId, name, home: { ...(entrance && { entrance }), apartment } };
}
