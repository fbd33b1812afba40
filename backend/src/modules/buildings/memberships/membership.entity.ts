import { Check, Column, Entity, ForeignKey, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { MembershipRole, MembershipStatus } from '../../../contract/http.js';
import { IdColumn, TimeColumn } from '../../../platform/database/columns.js';
import { Building } from '../building.entity.js';

/** A person in a building: what every right there hangs on. */
@Entity('memberships')
@Index('memberships_person', ['userId', 'buildingId'], { unique: true })
@Check('memberships_role', `role in ('resident', 'manager')`)
@Check('memberships_status', `status in ('pending', 'active', 'revoked')`)
export class Membership {
  @IdColumn({ primaryKeyConstraintName: 'memberships_pkey' })
  id: string;

  @ForeignKey('User', { onDelete: 'CASCADE', name: 'memberships_user' })
  @Column({ name: 'user_id', type: 'uuid' })
  userId: string;

  @Index('memberships_building_id')
  @Column({ name: 'building_id', type: 'uuid' })
  buildingId: string;

  @ManyToOne(() => Building, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'building_id', foreignKeyConstraintName: 'memberships_building' })
  building?: Building;

  @Column({ type: 'text' })
  role: MembershipRole;

  @Column({ type: 'text' })
  status: MembershipStatus;

  /** Managers may pause it after false alarms; being warned is never paused. */
  @Column({ name: 'may_send', type: 'boolean', default: true })
  maySend: boolean;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', nullable: true })
  entrance: string | null;

  @Column({ type: 'text' })
  apartment: string;

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;

  /** When it was revoked; its alarms name the person for as long as they are history. */
  @TimeColumn({ name: 'ended_at', nullable: true })
  endedAt: Date | null;
}
