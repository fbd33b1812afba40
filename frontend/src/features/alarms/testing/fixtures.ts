import type {
  Alarm,
  AlarmEvent,
  AlarmEventKind,
  Neighbour,
  Reach,
  ReachedHome,
  Sync,
} from '@contract/alarm';
import { REACH_LEVELS, RESPONSE_KINDS } from '@contract/alarm';
import type { Membership } from '@contract/http';

/** Neighbours and their alarms for the tests of `features/alarms`. */

export const NOW = Date.parse('2026-11-21T13:05:22.000Z');
const iso = (msFromNow: number) => new Date(NOW + msFromNow).toISOString();

export const anna: Neighbour = {
  membershipId: 'm-anna',
  name: 'Anna Berg',
  home: { apartment: '1201' },
};
export const karl: Neighbour = {
  membershipId: 'm-karl',
  name: 'Karl Ek',
  home: { apartment: '1301' },
};

export const membership: Membership = {
  id: 'm-karl',
  building: { id: 'b', name: 'BRF Storgatan 12', address: 'Storgatan 12, Umeå' },
  role: 'resident',
  status: 'active',
  maySend: true,
  name: 'Karl Ek',
  apartment: '1301',
};

export function makeAlarm(change: Partial<Alarm> = {}): Alarm {
  return {
    id: 'a',
    buildingId: 'b',
    type: 'fire',
    exercise: false,
    status: 'active',
    sender: anna,
    witnesses: [],
    witnessCount: 0,
    needHelp: [],
    raisedAt: iso(-5_000),
    expiresAt: iso(3_595_000),
    ...change,
  };
}

export function makeEvent(seq: number, change: Partial<Alarm> = {}, epoch = 'e'): AlarmEvent {
  const alarm = makeAlarm(change);
  const kind: AlarmEventKind = alarm.status === 'active' ? 'raised' : alarm.status;
  return { buildingId: 'b', epoch, seq, kind, alarm, at: iso(0), serverNow: iso(0) };
}

export function makeSync(change: Partial<Sync> = {}): Sync {
  return {
    buildingId: 'b',
    epoch: 'e',
    head: 0,
    reset: false,
    events: [],
    more: false,
    active: [],
    answers: [],
    muted: [],
    serverNow: iso(0),
    ...change,
  };
}

let nextVersion = 1;

export function makeReach(homes: ReachedHome[]): Reach {
  const count = (key: string) =>
    homes.filter(({ level, response }) => level === key || response === key).length;
  const counts = Object.fromEntries(
    [...REACH_LEVELS, ...RESPONSE_KINDS].map((key) => [key, count(key)]),
  );
  return {
    alarmId: 'a',
    version: nextVersion++,
    counts: { ...counts, homes: homes.length } as Reach['counts'],
    homes,
  };
}
