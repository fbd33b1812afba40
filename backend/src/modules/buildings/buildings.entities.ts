import { Column, Entity, JoinColumn, ManyToOne } from 'typeorm';
import type { InvitationKind, MembershipRole, MembershipStatus } from '../../contract/http.js';
import { IdColumn, TimeColumn } from '../../platform/database/columns.js';

@Entity('buildings')
export class BuildingRow {
  @IdColumn()
  id: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  address: string;

  /** The number of homes in the building; null when it is not known. */
  @Column({ type: 'integer', nullable: true })
  homes: number | null;

  /** True when any signed-in user may join without an invitation: only for the demo building. */
  @Column({ name: 'open_demo', type: 'boolean', default: false })
  openDemo: boolean;

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;
}

/** A membership with its building, as a query with the relation returns it. */
export type MembershipWithBuilding = MembershipRow & { building: BuildingRow };

/** A user's membership in a building. Every right in the building depends on it. */
@Entity('memberships')
export class MembershipRow {
  @IdColumn()
  id: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId: string;

  @Column({ name: 'building_id', type: 'uuid' })
  buildingId: string;

  @ManyToOne(() => BuildingRow)
  @JoinColumn({ name: 'building_id' })
  building?: BuildingRow;

  @Column({ type: 'text' })
  role: MembershipRole;

  @Column({ type: 'text' })
  status: MembershipStatus;

  /** False once a manager paused the member's sending; the member still receives every alarm. */
  @Column({ name: 'may_send', type: 'boolean', default: true })
  maySend: boolean;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', nullable: true })
  entrance: string | null;

  @Column({ type: 'text' })
  apartment: string;

  /** The home that the member requested, until a manager decides; both null without a request. */
  @Column({ name: 'requested_entrance', type: 'text', nullable: true })
  requestedEntrance: string | null;

  @Column({ name: 'requested_apartment', type: 'text', nullable: true })
  requestedApartment: string | null;

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;

  /** When it last became active; for one that never did, when it was created. */
  @TimeColumn({ name: 'active_since', default: () => 'now()' })
  activeSince: Date;

  /** When it was revoked. The row stays while the history has alarms that name the member. */
  @TimeColumn({ name: 'ended_at', nullable: true })
  endedAt: Date | null;

  /** The manager who revoked it, by user id; null when the member left. */
  @Column({ name: 'ended_by', type: 'uuid', nullable: true })
  endedBy: string | null;
}

/** A member's name and home at one time. */
export interface HomeRecord {
  name: string;
  entrance: string | null;
  apartment: string;
}

/** A change of a member's name or home. The audit log holds its id, because it may hold no names. */
export interface HomeChange {
  id: string;
  membershipId: string;
  /** The user id of the member, or of the manager who confirmed a new home. */
  changedBy: string;
  at: Date;
  before: HomeRecord;
  after: HomeRecord;
}

@Entity('invitations')
export class InvitationRow {
  @IdColumn()
  id: string;

  @Column({ name: 'building_id', type: 'uuid' })
  buildingId: string;

  @ManyToOne(() => BuildingRow)
  @JoinColumn({ name: 'building_id' })
  building?: BuildingRow;

  @Column({ type: 'text' })
  kind: InvitationKind;

  @Column({ type: 'text' })
  role: MembershipRole;

  /** SHA-256 of the link's token. */
  @Column({ name: 'token_hash', type: 'text' })
  tokenHash: string;

  /** SHA-256 of the code that a poster shows beside its link; null for a personal invitation. */
  @Column({ name: 'code_hash', type: 'text', nullable: true })
  codeHash: string | null;

  @Column({ type: 'text', nullable: true })
  entrance: string | null;

  @Column({ type: 'text', nullable: true })
  apartment: string | null;

  /** The manager who made a personal one; null for an administrator's, and for a poster. */
  @Column({ name: 'invited_by', type: 'uuid', nullable: true })
  invitedById: string | null;

  @ManyToOne(() => MembershipRow)
  @JoinColumn({ name: 'invited_by' })
  invitedBy?: MembershipRow | null;

  /** The administrator who made a personal one; null for a manager's, and for a poster. */
  @Column({ name: 'administrator_id', type: 'uuid', nullable: true })
  administratorId: string | null;

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;

  @TimeColumn({ name: 'expires_at' })
  expiresAt: Date;

  /** When it was withdrawn, replaced or (a personal one) used; null while it is open. */
  @TimeColumn({ name: 'ended_at', nullable: true })
  endedAt: Date | null;
}
