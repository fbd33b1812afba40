import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { AlarmEventKind, AlarmStatus, AlarmType } from '../../../../contract/alarm.js';
import { IdColumn, TimeColumn } from '../../../../platform/database/columns.js';
import type { AlarmRecord } from '../../model/alarm.js';

/** Counts a building's events. Its row lock makes `seq` gapless and keeps it in commit order. */
@Entity('building_streams')
export class BuildingStreamRow {
  @ForeignKey('BuildingRow', { onDelete: 'CASCADE', name: 'building_streams_building' })
  @IdColumn({ name: 'building_id', primaryKeyConstraintName: 'building_streams_pkey' })
  buildingId: string;

  @Column({ type: 'integer', default: 0 })
  head: number;

  /** Changes after a restore, which makes every client start over. */
  @Column({ type: 'uuid' })
  epoch: string;

  /** The server, timeline, database and transaction that wrote the row; stamped by a trigger. */
  @Column({ type: 'text', default: '' })
  lineage: string;
}

@Entity('alarms')
@Index('alarms_history', ['buildingId', 'raisedAt', 'id'])
@Index('alarms_active', ['buildingId'], { where: `status = 'active'` })
@Index('alarms_escalation', ['escalatesAt'], { where: 'escalates_at IS NOT NULL' })
@Check('alarms_type', `type in ('fire', 'medical', 'other')`)
@Check('alarms_status', `status in ('active', 'resolved', 'cancelled', 'expired')`)
export class AlarmRow {
  @IdColumn({ primaryKeyConstraintName: 'alarms_pkey' })
  id: string;

  @ForeignKey('BuildingRow', { onDelete: 'CASCADE', name: 'alarms_building' })
  @Column({ name: 'building_id', type: 'uuid' })
  buildingId: string;

  @Column({ type: 'text' })
  type: AlarmType;

  @Column({ type: 'boolean' })
  exercise: boolean;

  @Column({ type: 'text' })
  status: AlarmStatus;

  @Column({ name: 'sender_id', type: 'uuid' })
  senderId: string;

  @TimeColumn({ name: 'raised_at' })
  raisedAt: Date;

  @TimeColumn({ name: 'last_press_at' })
  lastPressAt: Date;

  @TimeColumn({ name: 'expires_at' })
  expiresAt: Date;

  /** The `seq` of the event that holds the alarm's current state. */
  @Column({ name: 'last_seq', type: 'integer' })
  lastSeq: number;

  /** The time of the next step of the escalation; null when none follows. */
  @TimeColumn({ name: 'escalates_at', nullable: true })
  escalatesAt: Date | null;
}

@Entity('alarm_events')
@Index('alarm_events_alarm', ['alarmId', 'seq'])
export class AlarmEventRow {
  @ForeignKey('BuildingRow', { onDelete: 'CASCADE', name: 'alarm_events_building' })
  @IdColumn({ name: 'building_id', primaryKeyConstraintName: 'alarm_events_pkey' })
  buildingId: string;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'alarm_events_pkey' })
  seq: number;

  @ForeignKey('AlarmRow', { onDelete: 'CASCADE', name: 'alarm_events_alarm_id' })
  @Column({ name: 'alarm_id', type: 'uuid' })
  alarmId: string;

  @Column({ type: 'text' })
  kind: AlarmEventKind;

  @Column({ type: 'jsonb' })
  record: AlarmRecord;

  /** The memberships in the record. Their names are joined on each read, so they can be erased. */
  @Column({ name: 'people', type: 'uuid', array: true })
  membershipIds: string[];

  @TimeColumn()
  at: Date;
}
