/** What an alarm is on the wire. Names follow the Common Alerting Protocol where it has one. */

export const ALARM_TYPES = ['fire', 'medical', 'other'] as const;
export type AlarmType = (typeof ALARM_TYPES)[number];

export const ALARM_STATUSES = ['active', 'resolved', 'cancelled', 'expired'] as const;
export type AlarmStatus = (typeof ALARM_STATUSES)[number];

export const ALARM_EVENT_KINDS = [
  'raised',
  'witnessed',
  'updated',
  'escalated',
  'resolved',
  'cancelled',
  'expired',
] as const;
export type AlarmEventKind = (typeof ALARM_EVENT_KINDS)[number];

export const RESPONSE_KINDS = ['safe', 'coming', 'cannot_come', 'need_help'] as const;
export type ResponseKind = (typeof RESPONSE_KINDS)[number];

export const OUTCOMES = ['resolved', 'false_alarm'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Apartment numbers repeat from one entrance to the next, so a home is both. */
export interface Home {
  entrance?: string;
  apartment: string;
}

/** A member as neighbours see one: never e-mail, never phone. */
export interface Neighbour {
  membershipId: string;
  name: string;
  home: Home;
}

export interface Witness extends Neighbour {
  /** ISO 8601, UTC, milliseconds; so are all times below. */
  at: string;
}

export interface NeedsHelp extends Neighbour {
  place?: string;
  at: string;
}

export interface Alarm {
  id: string;
  buildingId: string;
  type: AlarmType;
  exercise: boolean;
  status: AlarmStatus;
  sender: Neighbour;
  place?: string;
  note?: string;
  /** The first 20; `witnessCount` counts them all. */
  witnesses: Witness[];
  witnessCount: number;
  needHelp: NeedsHelp[];
  raisedAt: string;
  expiresAt: string;
  endedAt?: string;
  /** Missing when nobody ended it: it expired. */
  endedBy?: Neighbour;
}

/** One step of a building's stream. It carries the whole alarm, so that nobody has to ask back. */
export interface AlarmEvent {
  buildingId: string;
  /** Opaque; changes when the database was restored, which makes every older `seq` meaningless. */
  epoch: string;
  /** Counts from 1 per building, without a gap. */
  seq: number;
  kind: AlarmEventKind;
  alarm: Alarm;
  at: string;
  /** The server's clock when this was sent. */
  serverNow: string;
}

/** One's own answer to an alarm. */
export interface AlarmResponse {
  alarmId: string;
  response: ResponseKind;
  place?: string;
  at: string;
}

/** One's own wish for silence about an alarm, on all of one's devices; the last one counts. */
export interface Mute {
  alarmId: string;
  /** False where the sound was switched on again. */
  muted: boolean;
  at: string;
}

/** Where a client stands in a building's stream. */
export interface Cursor {
  epoch: string;
  seq: number;
}

export interface Sync {
  buildingId: string;
  epoch: string;
  head: number;
  /** True when the cursor cannot be continued: forget what you have and start from `active`. */
  reset: boolean;
  events: AlarmEvent[];
  /** True when events are left: fetch on from the last one. */
  more: boolean;
  active: Alarm[];
  /** The caller's own answers to the active alarms. */
  answers: AlarmResponse[];
  /** Active alarms that the caller wants no sound of. */
  muted: Mute[];
  serverNow: string;
}

export interface RaiseRequest {
  /** Made by the client, kept over retries: the same id is the same press. */
  alarmId: string;
  type: AlarmType;
  exercise?: boolean;
  place?: string;
  note?: string;
  /** Do not join an alarm of the same type that is already going on. */
  separate?: boolean;
}

/** What the sender tells afterwards. A missing text stays, an empty one is taken back. */
export interface AmendRequest {
  place?: string;
  note?: string;
}

export interface RaiseResult {
  alarm: Alarm;
  epoch: string;
  seq: number;
  /** True when the press joined an active alarm as a witness. */
  merged: boolean;
}

/** What a device says of itself about an alarm, rising. `sounding` only while the sound really runs. */
export const RECEIPT_LEVELS = ['received', 'sounding', 'seen'] as const;
export type ReceiptLevel = (typeof RECEIPT_LEVELS)[number];

export const REACH_LEVELS = [
  'responded',
  'seen',
  'sounding',
  'received',
  'pushed',
  'unreached',
] as const;
export type ReachLevel = (typeof REACH_LEVELS)[number];

export interface ReachedHome extends Home {
  names: string[];
  level: ReachLevel;
  response?: ResponseKind;
  place?: string;
  at?: string;
}

export interface Reach {
  alarmId: string;
  /** Homes per level, and per answer. The sender's own home is not counted. */
  counts: Record<ReachLevel, number> & Record<ResponseKind, number> & { homes: number };
  homes: ReachedHome[];
}
