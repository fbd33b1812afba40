import { Column, Entity, ForeignKey } from 'typeorm';
import { IdColumn } from '../../../platform/database/columns.js';

/**
 * Names the state of a building's active members. A trigger replaces it with each change of a
 * membership. It is random, so that no restore brings the name of one state to another.
 */
@Entity('member_versions')
export class MemberVersionRow {
  @ForeignKey('Building', { onDelete: 'CASCADE', name: 'member_versions_building' })
  @IdColumn({ name: 'building_id', primaryKeyConstraintName: 'member_versions_pkey' })
  buildingId: string;

  @Column({ type: 'uuid' })
  version: string;
}
