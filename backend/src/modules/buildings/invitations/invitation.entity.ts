import { Check, Column, Entity, ForeignKey, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { InvitationKind, MembershipRole } from '../../../contract/http.js';
import { IdColumn, TimeColumn } from '../../../platform/database/columns.js';
import { Building } from '../building.entity.js';
import { Membership } from '../memberships/membership.entity.js';

@Entity('invitations')
@Check('invitations_kind', `kind in ('personal', 'poster')`)
@Check('invitations_role', `role in ('resident', 'manager')`)
export class Invitation {
  @IdColumn({ primaryKeyConstraintName: 'invitations_pkey' })
  id: string;

  @Index('invitations_building_id')
  @Column({ name: 'building_id', type: 'uuid' })
  buildingId: string;

  @ManyToOne(() => Building, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'building_id', foreignKeyConstraintName: 'invitations_building' })
  building?: Building;

  @Column({ type: 'text' })
  kind: InvitationKind;

  @Column({ type: 'text' })
  role: MembershipRole;

  /** SHA-256 of the link's token. */
  @Index('invitations_token_hash', { unique: true })
  @Column({ name: 'token_hash', type: 'text' })
  tokenHash: string;

  /** SHA-256 of the code that a poster shows beside its link; null for a personal invitation. */
  @Index('invitations_code_hash', { unique: true })
  @Column({ name: 'code_hash', type: 'text', nullable: true })
  codeHash: string | null;

  @Column({ type: 'text', nullable: true })
  entrance: string | null;

  @Column({ type: 'text', nullable: true })
  apartment: string | null;

  /** The manager who made a personal one; null for an administrator's, and for a poster. */
  @Index('invitations_inviter')
  @Column({ name: 'invited_by', type: 'uuid', nullable: true })
  invitedById: string | null;

  @ManyToOne(() => Membership, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'invited_by', foreignKeyConstraintName: 'invitations_invited_by' })
  invitedBy?: Membership | null;

  /** The administrator who made a personal one; null for a manager's, and for a poster. */
  @ForeignKey('User', { onDelete: 'SET NULL', name: 'invitations_administrator' })
  @Index('invitations_administrator_id')
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
