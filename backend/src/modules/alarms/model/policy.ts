import type { ErrorCode } from '../../../contract/errors.js';
import type { MembershipRole } from '../../../contract/http.js';

/** An active membership, with what it allows. */
export interface Member {
  id: string;
  role: MembershipRole;
  maySend: boolean;
}

/** The part of an alarm that decides who may do what about it; it never changes. */
export interface OwnedAlarm {
  senderId: string;
}

/** Managers may pause a member's right to send; it covers exercises too. */
export const maySend = ({ maySend: allowed }: Member): boolean => allowed;

export const mayRaiseExercise = (member: Member): boolean => maySend(member) && isManager(member);

export const mayEnd = (member: Member, alarm: OwnedAlarm): boolean =>
  isManager(member) || isSender(member, alarm);

/** Place, note and another hour are the sender's word alone. */
export const mayAmend = isSender;

export const maySeeReach = (member: Member, alarm: OwnedAlarm): boolean =>
  isManager(member) || isSender(member, alarm);

/** Neighbours learn who needs help, but not who answered what. */
export const mayKnowAnswers = maySeeReach;

/** @returns the catalogue's code for why the member may not press; undefined where they may */
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

/** @returns as above, for amending or extending an alarm */
export const refusalOfAmendment = (member: Member, alarm: OwnedAlarm): ErrorCode | undefined =>
  mayAmend(member, alarm) ? undefined : 'alarm.not_sender';

function isManager({ role }: Member): boolean {
  return role === 'manager';
}

function isSender({ id }: Member, { senderId }: OwnedAlarm): boolean {
  return id === senderId;
}
