import type { ErrorCode } from '../../../contract/errors.js';
import type { MembershipRole } from '../../../contract/http.js';

/** An active membership and its rights. */
export interface Member {
  id: string;
  role: MembershipRole;
  maySend: boolean;
  /** The counter of the member's saved response to the requested alarm. */
  turn?: number | null;
}

/** The part of an alarm that its permissions depend on; it never changes. */
export interface OwnedAlarm {
  senderId: string;
}

/** Managers may pause a member's right to send; it covers exercises too. */
export const maySend = ({ maySend: allowed }: Member): boolean => allowed;

export const mayRaiseExercise = (member: Member): boolean => maySend(member) && isManager(member);

export const mayEnd = (member: Member, alarm: OwnedAlarm): boolean =>
  isManager(member) || isSender(member, alarm);

/**
 * Only the sender changes the texts of an alarm, because all members receive them. A paused sender
 * may still call for help and end the alarm.
 */
export const mayAmend = (member: Member, alarm: OwnedAlarm): boolean =>
  isSender(member, alarm) && maySend(member);

/** An alarm must not end because its sender's right is paused, or because the sender is not there. */
export const mayExtend = (member: Member, alarm: OwnedAlarm): boolean =>
  isManager(member) || mayAmend(member, alarm);

export const maySeeReach = (member: Member, alarm: OwnedAlarm): boolean =>
  isManager(member) || isSender(member, alarm);

/** Neighbours see who needs help, but no other responses. */
export const mayKnowAnswers = maySeeReach;

/** @returns the error code of the refusal; undefined when the member may press */
export function refusalOfPress(
  member: Member,
  { exercise = false }: { exercise?: boolean },
): ErrorCode | undefined {
  if (!maySend(member)) return 'alarm.sending_paused';
  return exercise && !mayRaiseExercise(member) ? 'building.manager_required' : undefined;
}

/** @returns as above, for ending an alarm */
export const refusalOfEnd = (member: Member, alarm: OwnedAlarm): ErrorCode | undefined =>
  mayEnd(member, alarm) ? undefined : 'alarm.not_yours';

/** @returns as above, for amending an alarm */
export function refusalOfAmendment(member: Member, alarm: OwnedAlarm): ErrorCode | undefined {
  if (mayAmend(member, alarm)) return undefined;
  return isSender(member, alarm) ? 'alarm.sending_paused' : 'alarm.not_sender';
}

/** @returns as above, for extending an alarm */
export function refusalOfExtension(member: Member, alarm: OwnedAlarm): ErrorCode | undefined {
  if (mayExtend(member, alarm)) return undefined;
  return isSender(member, alarm) ? 'alarm.sending_paused' : 'alarm.not_yours';
}

function isManager({ role }: Member): boolean {
  return role === 'manager';
}

function isSender({ id }: Member, { senderId }: OwnedAlarm): boolean {
  return id === senderId;
}
