import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { MembershipRole, MembershipStatus } from '../../../contract/http.js';
import { Building } from '../building.entity.js';

/** A membership with its building, as a query with the relation returns it. */
export type MembershipWithBuilding = Membership & { building: Building };

/** A user's membership in a building. Every right in the building depends on it. */
@Entity('memberships')
export class Membership {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') userId: string;
  @Column('uuid') buildingId: string;
  @ManyToOne(() => Building)
  @JoinColumn({ name: 'building_id' })
  building?: Building;
  @Column('text') role: MembershipRole;
  @Column('text') status: MembershipStatus;
  /** False once a manager paused the member's sending; the member still receives every alarm. */
  @Column('boolean') maySend: boolean;
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
  /** The manager who revoked it, by user id; null when the member left. */
  @Column('uuid') endedBy: string | null;
}

/** @returns whether the membership entitles to manage the building now */
export function isManager({ role, status }: Pick<Membership, 'role' | 'status'>): boolean {
  return role === 'manager' && status === 'active';
}
