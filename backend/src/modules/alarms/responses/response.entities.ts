import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { ReceiptLevel, ResponseKind } from '../../../contract/alarm.js';
import { IdColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A member's response; a new one replaces the old. */
@Entity('alarm_responses')
@Check('alarm_responses_response', `response in ('safe', 'coming', 'cannot_come', 'need_help')`)
export class ResponseRow {
  @ForeignKey('AlarmRow', { onDelete: 'CASCADE', name: 'alarm_responses_alarm' })
  @IdColumn({ name: 'alarm_id', primaryKeyConstraintName: 'alarm_responses_pkey' })
  alarmId: string;

  @IdColumn({ name: 'membership_id', primaryKeyConstraintName: 'alarm_responses_pkey' })
  membershipId: string;

  @Column({ type: 'text' })
  response: ResponseKind;

  @Column({ type: 'text', nullable: true })
  place: string | null;

  /** The member's own counter, of which a lower one changes nothing. */
  @Column({ type: 'bigint', default: 0 })
  turn: string;

  @TimeColumn()
  at: Date;
}

/** A member's mute of an alarm, on all of their devices. */
@Entity('alarm_mutes')
export class MuteRow {
  @ForeignKey('AlarmRow', { onDelete: 'CASCADE', name: 'alarm_mutes_alarm' })
  @IdColumn({ name: 'alarm_id', primaryKeyConstraintName: 'alarm_mutes_pkey' })
  alarmId: string;

  @IdColumn({ name: 'membership_id', primaryKeyConstraintName: 'alarm_mutes_pkey' })
  membershipId: string;

  @TimeColumn()
  at: Date;
}

/** A level that one device reported about an alarm; each level is saved once. */
@Entity('alarm_receipts')
@Check('alarm_receipts_level', `level in ('received', 'sounding', 'seen')`)
export class ReceiptRow {
  @ForeignKey('AlarmRow', { onDelete: 'CASCADE', name: 'alarm_receipts_alarm' })
  @IdColumn({ name: 'alarm_id', primaryKeyConstraintName: 'alarm_receipts_pkey' })
  alarmId: string;

  @IdColumn({ name: 'membership_id', primaryKeyConstraintName: 'alarm_receipts_pkey' })
  membershipId: string;

  @IdColumn({ name: 'device_id', primaryKeyConstraintName: 'alarm_receipts_pkey' })
  deviceId: string;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'alarm_receipts_pkey' })
  level: ReceiptLevel;

  @TimeColumn()
  at: Date;

  /** The person has seen all calls for help up to this time; set on the level `seen` only. */
  @TimeColumn({ name: 'help_at', nullable: true })
  helpAt: Date | null;
}
