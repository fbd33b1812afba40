import type {
  Alarm,
  AlarmEvent,
  AlarmEventKind,
  HelpView,
  Neighbour,
  ResponseKind,
} from '../../../contract/alarm.js';
import { entranceKey, entranceName } from '../../../contract/homes.js';
import { COUNTS } from '../../../contract/limits.js';
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

/** An active member who called for help, comes, or has seen a call. Times are ISO 8601 in UTC. */
export interface Helper extends Neighbour {
  /** The time of the member's own open call for help. */
  calledAt?: string;
  response?: ResponseKind;
  respondedAt?: string;
  /** The member has seen all calls up to this time. */
  sawUntil?: string;
}

/** Returns what one member may know: names for a member who called, a number for one who comes. */
export function helpViewOf(
  alarmId: string,
  helpers: Helper[],
  readerId: string,
): Omit<HelpView, 'version'> {
  const reader = helpers.find(({ membershipId }) => membershipId === readerId);
  const coming = helpers.filter(({ response }) => response === 'coming');
  const calledAt = reader?.calledAt;
  if (!calledAt) {
    return { alarmId, ...(reader?.response === 'coming' && { comingCount: coming.length }) };
  }
  // A neighbour who set out before the call, and has not seen it, does not come to this member.
  const isAfter = (at = '') => at >= calledAt;
  const aware = coming.filter((one) => isAfter(one.respondedAt) || isAfter(one.sawUntil));
  const seen = helpers.filter(
    (one) => one !== reader && isAfter(one.sawUntil) && !aware.includes(one),
  );
  return {
    alarmId,
    calledAt,
    comingCount: aware.length,
    coming: listed(aware),
    seenCount: seen.length,
    seen: listed(seen),
  };
}

const listed = (helpers: Helper[]): Neighbour[] =>
  helpers
    .slice(0, COUNTS.helpersShown)
    .map(({ membershipId, name, home }) => ({ membershipId, name, home }));
