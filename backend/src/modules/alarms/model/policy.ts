import type { ErrorCode } from '../../../contract/errors.js';
import type { MembershipRole } from '../../../contract/http.js';

/** An active membership and its rights. */
export interface ActiveMember {
  id: string;
  role: MembershipRole;
  /** Managers may pause a member's right to send; it covers exercises too. */
  maySend: boolean;
  /** The counter of the member's saved response to the requested alarm. */
  turn?: number | null;
}

/** The part of an alarm that its permissions depend on; it never changes. */
export interface OwnedAlarm {
  senderId: string;
}

/** @returns the error code of the refusal; undefined when the member may press */
export function refusalOfPress(
  member: ActiveMember,
  { exercise = false }: { exercise?: boolean },
): ErrorCode | undefined {
  if (!member.maySend) return 'alarm.sending_paused';
  return exercise && !isManager(member) ? 'building.manager_required' : undefined;
}

/** @returns as above, for ending an alarm */
export const refusalOfEnd = (member: ActiveMember, alarm: OwnedAlarm): ErrorCode | undefined =>
  isManager(member) || isSender(member, alarm) ? undefined : 'alarm.not_yours';

/**
 * Only the sender changes the texts of an alarm, because all members receive them. A paused sender
 * may still call for help and end the alarm.
 * @returns as above, for amending an alarm
 */
export function refusalOfAmendment(member: ActiveMember, alarm: OwnedAlarm): ErrorCode | undefined {
  if (!isSender(member, alarm)) return 'alarm.not_sender';
  return member.maySend ? undefined : 'alarm.sending_paused';
}

/**
 * An alarm must not end because its sender's right is paused, or because the sender is not there.
 * @returns as above, for extending an alarm
 */
export function refusalOfExtension(member: ActiveMember, alarm: OwnedAlarm): ErrorCode | undefined {
  if (isManager(member)) return undefined;
  if (!isSender(member, alarm)) return 'alarm.not_yours';
  return member.maySend ? undefined : 'alarm.sending_paused';
}

/** Neighbours see who needs help, but no other responses, and not who was reached. */
export const maySeeReach = (member: ActiveMember, alarm: OwnedAlarm): boolean =>
  isManager(member) || isSender(member, alarm);

/** The link of a handover sheet gives away names and homes. */
export const mayHandOver = (member: ActiveMember): boolean => isManager(member);

function isManager({ role }: ActiveMember): boolean {
  return role === 'manager';
}

function isSender({ id }: ActiveMember, { senderId }: OwnedAlarm): boolean {
  return id === senderId;
}
