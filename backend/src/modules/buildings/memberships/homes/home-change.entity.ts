import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, TimeColumn } from '../../../../platform/database/columns.js';

/** A member's name and home at one time. */
export interface HomeRecord {
  name: string;
  entrance: string | null;
  apartment: string;
}

/** A change of a member's name or home. The audit log holds its id, because it may hold no names. */
@Entity('home_changes')
export class HomeChange {
  @IdColumn({ primaryKeyConstraintName: 'home_changes_pkey' })
  id: string;

  @Index('home_changes_membership_id')
  @ForeignKey('Membership', { onDelete: 'CASCADE', name: 'home_changes_membership' })
  @Column({ name: 'membership_id', type: 'uuid' })
  membershipId: string;

  /** The user id of the member, or of the manager who confirmed a new home. */
  @Column({ name: 'changed_by', type: 'uuid' })
  changedBy: string;

  @TimeColumn()
  at: Date;

  @Column({ type: 'jsonb' })
  before: HomeRecord;

  @Column({ type: 'jsonb' })
  after: HomeRecord;
}
