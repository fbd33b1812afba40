import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { InvitationKind, MembershipRole } from '../../../contract/http.js';
import { Building } from '../building.entity.js';
import { Membership } from '../memberships/membership.entity.js';

@Entity('invitations')
export class Invitation {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') buildingId: string;
  @ManyToOne(() => Building)
  @JoinColumn({ name: 'building_id' })
  building?: Building;
  @Column('text') kind: InvitationKind;
  @Column('text') role: MembershipRole;
  /** SHA-256 of the link's token. */
  @Column('text') tokenHash: string;
  /** SHA-256 of the code that a poster shows beside its link; null for a personal invitation. */
  @Column('text') codeHash: string | null;
  @Column('text') entrance: string | null;
  @Column('text') apartment: string | null;
  /** The manager who made a personal one; null for an administrator's, and for a poster. */
  @Column('uuid', { name: 'invited_by' }) invitedById: string | null;
  @ManyToOne(() => Membership)
  @JoinColumn({ name: 'invited_by' })
  invitedBy?: Membership | null;
  /** The administrator who made a personal one; null for a manager's, and for a poster. */
  @Column('uuid') administratorId: string | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
  /** When it was withdrawn, replaced or (a personal one) used; null while it is open. */
  @Column('timestamptz') endedAt: Date | null;
}
