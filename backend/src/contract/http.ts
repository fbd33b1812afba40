import type { Alarm, Home } from './alarm.js';
import type { AuditAction } from './audit.js';
import type { Readiness, ReadinessState } from './devices.js';
import type { ExerciseNews } from './exercises.js';

/** The bodies of `/api`; `alarm.ts` and `devices.ts` hold those that socket events share. */

export type UserRole = 'admin';

export interface User {
  id: string;
  email: string;
  roles: UserRole[];
}

export interface SignedIn {
  user: User;
  accessToken: string;
  /** The time at which the access token expires. */
  expiresAt: string;
}

/** Two-step sign-in of the user. */
export interface SecondFactorStatus {
  /** The time at which it was turned on; null while it is off. */
  onSince: string | null;
  recoveryCodesLeft: number;
}

/** The secret of an authenticator app. It is shown once, to the user who sets the app up. */
export interface SecondFactorSetUp {
  /** Base32, for typing. */
  secret: string;
  /** `otpauth://…`, for a QR code. */
  url: string;
}

export interface CreatedRecoveryCodes {
  recoveryCodes: string[];
}

/** Whether the browser has a refresh cookie, valid or not. */
export interface SessionCookie {
  hasCookie: boolean;
}

/** One sign-in, on one browser. */
export interface SignInSession {
  id: string;
  /** True for the session that makes the request. */
  current: boolean;
  /** "Chrome på Android"; null for sign-ins from before labels were saved. */
  label: string | null;
  createdAt: string;
  expiresAt: string;
}

export type MembershipRole = 'resident' | 'manager';
export type MembershipStatus = 'pending' | 'active' | 'revoked';

export interface Building {
  id: string;
  name: string;
  address: string;
}

/** A building as its members see it. */
export interface BuildingDetails extends Building, Readiness {
  /** The number of all homes: those of the list, and others that have a member. */
  homes: number;
  /** For managers: what the rescue service should know. */
  rescueNote?: string;
}

/** A building as administrators see it. */
export interface AdministeredBuilding extends Building {
  createdAt: string;
  /** The homes of its list and of its members. */
  homes: number;
  homesReady: number;
  /** The active members. */
  members: number;
  managers: number;
  /** When its last exercise began; missing without any. */
  exercisedAt?: string;
  /** True when another open building has the same address. */
  sharesAddress: boolean;
}

/** A building that an administrator made, with the link for its first manager, which is shown once. */
export interface CreatedBuilding extends Building {
  invitation: CreatedInvitation;
}

/** A home of the building's list, or (`listed: false`) another one that has a member. */
export interface ListedHome extends Home {
  listed: boolean;
  /** When the newest open letter or link to the home ends. */
  invitedUntil?: string;
}

/** Some homes of one entrance. */
export interface HomesOfEntrance {
  entrance?: string;
  apartments: string[];
}

export interface Membership extends Home, ExerciseNews {
  id: string;
  building: Building;
  role: MembershipRole;
  status: MembershipStatus;
  maySend: boolean;
  name: string;
  /** The home that waits for a manager's confirmation; alarms show the present one until then. */
  requestedHome?: Home;
  /** Why a manager has paused the member's right to send. */
  pauseReason?: string;
  /** When a manager asked the member to test a device, until one is tested. */
  remindedAt?: string;
  /** For managers: the number of members who wait to be approved, or for a new home. */
  waiting?: number;
}

/** An act in a building, as its managers see it. */
export interface LogItem {
  id: string;
  at: string;
  action: AuditAction;
  /** The name of the member who acted, who may have left since; missing when no member did. */
  by?: string;
  /** True for an act of one of ResQ's administrators. */
  byAdministrator?: true;
  /** The member whom the act was about. */
  about?: { name: string; entrance?: string; apartment: string };
  /** True when that member is the one who acted. Nodes of the release before do not send it. */
  own?: true;
  details: Record<string, string | number | boolean>;
}

/** `pushed` tells whether a push can reach the member; otherwise they read it at their next visit. */
export interface Reminder {
  pushed: boolean;
}

/** An open one-time link to a new password, as the user whose password it is sees it. */
export interface OpenResetLink {
  /** The manager's name; missing for a link of an administrator. */
  madeBy?: string;
  expiresAt: string;
}

export interface Me {
  user: User;
  memberships: Membership[];
  resetLink?: OpenResetLink;
  /** True where `DEMO` is on and the demo building exists: it may be joined. */
  demo: boolean;
  /** Set while an administrator has to turn on two-step sign-in before they may administrate. */
  secondFactorMissing?: true;
  /** True until the user has seen that the terms or the privacy policy have changed. */
  textsChanged?: true;
}

export type MemberReadiness = Exclude<ReadinessState, 'noBuilding'>;

/** A member as the building's managers see them. */
export interface Member extends Home {
  id: string;
  name: string;
  requestedHome?: Home;
  role: MembershipRole;
  status: MembershipStatus;
  maySend: boolean;
  joinedAt: string;
  remindedAt?: string;
  pauseReason?: string;
  /** The state of the member's best device. */
  readiness: MemberReadiness;
  testedAt: string | null;
}

export type InvitationKind = 'personal' | 'poster';

export interface InvitationView {
  kind: InvitationKind;
  building: Building;
  /** The name of the manager who made a personal invitation. */
  invitedBy?: string;
  /** Set when the manager has already chosen the home. */
  entrance?: string;
  apartment?: string;
  /** The role that it gives. */
  role: MembershipRole;
  /** The names of the building's entrances, where its list of homes has some. */
  entrances?: string[];
}

export interface CreatedInvitation {
  id: string;
  url: string;
  /** A code for typing by hand: a poster's of 8 symbols, a letter's of 12. */
  code?: string;
  expiresAt: string;
}

/** A personal invitation to a home, to be printed. It is returned once. */
export interface CreatedLetter extends Home {
  id: string;
  url: string;
  code: string;
  expiresAt: string;
}

export interface Invitation {
  id: string;
  kind: InvitationKind;
  role: MembershipRole;
  entrance?: string;
  apartment?: string;
  /** A poster is public, so it can be printed again; missing for one from before that. */
  url?: string;
  code?: string;
  createdAt: string;
  expiresAt: string;
}

/** A one-time link to a new password. It is shown once, to the person who hands it over. */
export interface CreatedResetLink {
  url: string;
  expiresAt: string;
}

export interface AccessCode {
  id: string;
  code: string;
  name: string | null;
  email: string | null;
  company: string | null;
  /** null for unlimited uses. */
  maxUses: number | null;
  useCount: number;
  createdAt: string;
  usedAt: string | null;
}

export interface Page<T> {
  items: T[];
  /** Pass it as `before` for the next page; null on the last one. */
  next: string | null;
}

export interface TimelineEntry {
  at: string;
  kind: string;
  name?: string;
  home?: Home;
  place?: string;
}

/** Counts of the homes that the building had at that time, without the sender's own. */
export interface ReachedHomes {
  reached: number;
  homes: number;
}

/** `reached` is sent to the alarm's sender and to managers only. */
export interface PastAlarm extends Alarm {
  reached?: ReachedHomes;
}

export interface AlarmDetails {
  alarm: PastAlarm;
  timeline: TimelineEntry[];
}

export interface Health {
  status: 'ok' | 'unavailable';
  parts: Record<string, 'up' | 'down'>;
}
