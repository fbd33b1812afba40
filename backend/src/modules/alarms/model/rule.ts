import type { ResponseKind } from '../../../contract/alarm.js';
import type { AlarmRecord, Step } from './alarm.js';
import type { ActiveMember } from './policy.js';

/** A press as it was saved, so that a retry gets the first result again. */
export interface SavedPress {
  id: string;
  buildingId: string;
  membershipId: string;
  alarmId: string;
  epoch: string;
  seq: number;
  merged: boolean;
}

/** An active alarm, with its relation to the member who presses. */
export interface OngoingAlarm {
  record: AlarmRecord;
  lastPressAt: Date;
  /** True when that member has pressed for this alarm before. */
  pressedByMe: boolean;
}

/** The input of a rule, read under the stream's lock. */
export interface StreamState {
  buildingId: string;
  /** The actor's active membership. */
  member: ActiveMember;
  /** The saved press with the requested id, made by any member of any building. */
  press: SavedPress | null;
  /** The alarm of that press or with that id, in any status; null when the building has none. */
  alarm: AlarmRecord | null;
  /** At least those that the rule needs. */
  ongoing: OngoingAlarm[];
  /** The number of real alarms that the member raised, not joined, within the rate window, up to the limit. */
  recentlyRaised: number;
}

/** The active alarms that a rule needs beside exercises, those past their end, and the one in question. */
export type Needed = 'all' | 'joinable' | 'none';

/** The result of a rule: the events to append to the stream, and the data to save with them. */
export interface Change {
  /** Empty when nothing changes for the building. */
  steps: Step[];
  /** The alarm as it is after the steps. */
  record: AlarmRecord;
  /** A new press that raised or joined that alarm. */
  press?: { id: string; merged: boolean };
  /** The press that this request repeats; nothing is saved. */
  repeated?: SavedPress;
  /** The member's response to that alarm; it replaces an earlier one. */
  response?: { response: ResponseKind; place?: string; turn?: number };
  /** The alarms whose next escalation is decided anew, with a step or without. */
  rescheduled?: AlarmRecord[];
}

/**
 * Decides what a request changes. A rule is pure; the time is an argument.
 * @throws AppError when the request is refused
 */
export type Rule = (state: StreamState, now: Date) => Change;
