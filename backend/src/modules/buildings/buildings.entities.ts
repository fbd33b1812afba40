import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { InvitationKind, MembershipRole, MembershipStatus } from '../../contract/http.js';

@Entity('buildings')
export class BuildingRow {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') address: string;
  /** The number of homes in the building; null when it is not known. */
  @Column('integer') homes: number | null;
  /** For the rescue service, by the building's managers. */
  @Column('text') rescueNote: string | null;
  /** True when any signed-in user may join without an invitation: only for the demo building. */
  @Column('boolean') openDemo: boolean;
  @Column('timestamptz') createdAt: Date;
  /** When an administrator closed it; null while it is in use. */
  @Column('timestamptz') closedAt: Date | null;
}

/** A membership with its building, as a query with the relation returns it. */
export type MembershipWithBuilding = MembershipRow & { building: BuildingRow };

/** A user's membership in a building. Every right in the building depends on it. */
@Entity('memberships')
export class MembershipRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') userId: string;
  @Column('uuid') buildingId: string;
  @ManyToOne(() => BuildingRow)
  @JoinColumn({ name: 'building_id' })
  building?: BuildingRow;
  @Column('text') role: MembershipRole;
  @Column('text') status: MembershipStatus;
  /** False once a manager paused the member's sending; the member still receives every alarm. */
  @Column('boolean') maySend: boolean;
  /** The manager's, which the member reads; null while the member may send. */
  @Column('text') pauseReason: string | null;
  /** When a manager last asked the member to test a device. */
  @Column('timestamptz') remindedAt: Date | null;
  @Column('text') name: string;
  @Column('text') entrance: string | null;
  @Column('text') apartment: string;
  /** The home that the member requested, until a manager decides; both null without a request. */
  @Column('text') requestedEntrance: string | null;
  @Column('text') requestedApartment: string | null;
  @Column('timestamptz') createdAt: Date;
  /** When it last became active; for one that never did, when it was created. */
  @Column('timestamptz') activeSince: Date;
  /** When it was revoked. The row stays while the history has alarms that name the member. */
  @Column('timestamptz') endedAt: Date | null;
  /**
   * The manager who revoked it, by user id; null when the member left, and the member's own id when a manager
   * refused them after that.
   */
  @Column('uuid') endedBy: string | null;
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
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') buildingId: string;
  @ManyToOne(() => BuildingRow)
  @JoinColumn({ name: 'building_id' })
  building?: BuildingRow;
  @Column('text') kind: InvitationKind;
  @Column('text') role: MembershipRole;
  /** SHA-256 of the link's token. */
  @Column('text') tokenHash: string;
  /** SHA-256 of the code that a poster or a letter shows beside its link; null for a bare link. */
  @Column('text') codeHash: string | null;
  /** The token and the code themselves of a poster, which everybody can read anyway. */
  @Column('text') posterToken: string | null;
  @Column('text') posterCode: string | null;
  @Column('text') entrance: string | null;
  @Column('text') apartment: string | null;
  /** The manager who made a personal one; null for an administrator's, and for a poster. */
  @Column('uuid', { name: 'invited_by' }) invitedById: string | null;
  @ManyToOne(() => MembershipRow)
  @JoinColumn({ name: 'invited_by' })
  invitedBy?: MembershipRow | null;
  /** The administrator who made a personal one; null for a manager's, and for a poster. */
  @Column('uuid') administratorId: string | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
  /** When it was withdrawn, replaced or (a personal one) used; null while it is open. */
  @Column('timestamptz') endedAt: Date | null;
}
