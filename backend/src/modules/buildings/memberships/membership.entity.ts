import { Check, Column, Entity, ForeignKey, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { MembershipRole, MembershipStatus } from '../../../contract/http.js';
import { IdColumn, TimeColumn } from '../../../platform/database/columns.js';
import { Building } from '../building.entity.js';

/** A membership with its building, as a query with the relation returns it. */
export type MembershipWithBuilding = Membership & { building: Building };

/** A user's membership in a building. Every right in the building depends on it. */
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

/** @returns whether the membership entitles to manage the building now */
export function isManager({ role, status }: Pick<Membership, 'role' | 'status'>): boolean {
  return role === 'manager' && status === 'active';
}
