import type { ResponseKind } from '../../../contract/alarm.js';
import type { AlarmRecord, Step } from './alarm.js';
import type { Member } from './policy.js';
import type { OngoingAlarm } from './press.js';

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

/** Everything that decides a change, read under the stream's lock. */
export interface StreamState {
  buildingId: string;
  /** The actor's active membership. */
  member: Member;
  /** The press with the id in question, whoever made it. */
  press: SavedPress | null;
  /** The alarm in question, of this building, whatever its status. */
  alarm: AlarmRecord | null;
  ongoing: OngoingAlarm[];
  /** Real alarms that the member raised within the rate window; joined ones do not count. */
  raisedLately: number;
}

/** A decision: what is appended to the stream, and what is saved with it. */
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
  response?: { response: ResponseKind; place?: string };
}

/**
 * Decides what a request changes. It is pure: time comes in as an argument.
 * @throws AppError when the request is refused
 */
export type Rule = (state: StreamState, now: Date) => Change;
