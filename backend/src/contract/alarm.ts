import type { TextRule } from './check-text.js';

/** The alarm on the wire. Names follow the Common Alerting Protocol where it has one. */

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

/** A member as neighbours see them, without e-mail and phone. */
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
  /** The time of the call; a new place does not change it. */
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
  /**
   * The newest step at which the homes without an answer were warned again: 15, 30 and 60 s after
   * the press. Missing before the first one; a late server skips steps.
   */
  escalation?: 1 | 2 | 3;
  raisedAt: string;
  expiresAt: string;
  endedAt?: string;
  /** Missing when the alarm expired. */
  endedBy?: Neighbour;
}

/** One event of a building's stream. It carries the whole alarm, so clients need not fetch it. */
export interface AlarmEvent {
  buildingId: string;
  /** Opaque; changes when the database is restored, which makes every older `seq` meaningless. */
  epoch: string;
  /** Counts from 1 per building, without a gap. */
  seq: number;
  kind: AlarmEventKind;
  alarm: Alarm;
  at: string;
  /** The server's time when the event was sent. */
  serverNow: string;
  /**
   * The time in ms, at most 2,000, over which the building's tabs spread their receipts: each waits for
   * a random part of it. Missing where few tabs are connected; their receipts are sent at once.
   */
  receiptsWithinMs?: number;
}

/** The user's own response to an alarm. */
export interface AlarmResponse {
  alarmId: string;
  response: ResponseKind;
  place?: string;
  /** As of `RespondRequest`. */
  turn?: number;
  at: string;
}

/** The user's own mute of an alarm, on all of their devices; the latest one counts. */
export interface Mute {
  alarmId: string;
  /** False when the user unmuted the alarm. */
  muted: boolean;
  at: string;
}

/** A client's position in a building's stream. */
export interface Cursor {
  epoch: string;
  seq: number;
  /** The `at` of the event at `seq`. Another time there shows that the stream was rolled back. */
  at?: string;
}

export interface Sync {
  buildingId: string;
  epoch: string;
  head: number;
  /** The `at` of the event at `head`; missing when the stream is empty or that event is gone. */
  headAt?: string;
  /** True when the cursor cannot be continued: the client must start again from `active`. */
  reset: boolean;
  events: AlarmEvent[];
  /** True when more events follow: the client must fetch them after the last one. */
  more: boolean;
  active: Alarm[];
  /** The caller's own responses to the active alarms. */
  answers: AlarmResponse[];
  /** The caller's own mutes of the active alarms. */
  muted: Mute[];
  serverNow: string;
  /**
   * The server's time before it read `answers` and `muted`: a mute with this time or a later one may be
   * missing there. Missing from an older node, and for a caller whose membership has just ended.
   */
  ownAt?: string;
}

export interface RaiseRequest {
  /** Made by the client and repeated in retries: the same id is the same press. */
  alarmId: string;
  type: AlarmType;
  exercise?: boolean;
  place?: string;
  note?: string;
  /** True raises a new alarm even when an active one of the same type could be joined. */
  separate?: boolean;
}

/** The sender's later changes. A missing text stays as it is; an empty one removes it. */
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

/**
 * The answer to a call for help, for the member who called and for those who come. Both lists are
 * sent only to the member who called, and hold the first 20 neighbours.
 */
export interface HelpView {
  alarmId: string;
  /** As of `Reach`. */
  version: number;
  /** The `at` of the call that this answers; missing for neighbours who come. */
  calledAt?: string;
  /** All who come, the reader included. For the member who called, those who know of the call. */
  comingCount?: number;
  coming?: Neighbour[];
  /** The neighbours who have seen the call and did not say that they come. */
  seenCount?: number;
  seen?: Neighbour[];
}

/**
 * A device's reports about an alarm, in rising order; each includes that the alarm was received.
 * `sounding`: the sound is really playing.
 */
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
  /** Higher for a later state, whichever node has read it: PostgreSQL's time in microseconds. */
  version: number;
  /** Homes per level, and per response. The sender's own home is not counted. */
  counts: Record<ReachLevel, number> & Record<ResponseKind, number> & { homes: number };
  homes: ReachedHome[];
  /** The displays that show the alarm; missing while none does. They count as no home. */
  displays?: number;
}

const PLACE_MAX = 60;
const NOTE_MAX = 140;

/** The free texts of an alarm. */
export const ALARM_TEXTS = {
  place: {
    min: 0,
    max: PLACE_MAX,
    tooShort: '',
    tooLong: `Platsen får max vara ${PLACE_MAX} tecken`,
    optional: true,
    cleaned: true,
  },
  note: {
    min: 0,
    max: NOTE_MAX,
    tooShort: '',
    tooLong: `Texten får max vara ${NOTE_MAX} tecken`,
    optional: true,
    cleaned: true,
  },
} as const satisfies Record<string, TextRule>;
