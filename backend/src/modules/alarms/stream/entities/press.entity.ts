import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, TimeColumn } from '../../../../platform/database/columns.js';

/** A saved press, so that a retry gets the first result. */
@Entity('presses')
@Index('presses_member', ['membershipId', 'at'])
@Index('presses_alarm', ['alarmId', 'membershipId'])
export class PressRow {
  @IdColumn({ primaryKeyConstraintName: 'presses_pkey' })
  id: string;

  @Column({ name: 'building_id', type: 'uuid' })
  buildingId: string;

  @Column({ name: 'membership_id', type: 'uuid' })
  membershipId: string;

  @ForeignKey('AlarmRow', { onDelete: 'CASCADE', name: 'presses_alarm_id' })
  @Column({ name: 'alarm_id', type: 'uuid' })
  alarmId: string;

  @Column({ type: 'uuid' })
  epoch: string;

  @Column({ type: 'integer' })
  seq: number;

  @Column({ type: 'boolean' })
  merged: boolean;

  @TimeColumn()
  at: Date;
}
