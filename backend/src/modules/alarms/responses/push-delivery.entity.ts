import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { IdColumn, TimeColumn } from '../../../platform/database/columns.js';

/** A push about an alarm to one device. Pushes are claimed here, so that no two jobs send the same. */
@Entity('push_deliveries')
@Check('push_deliveries_result', `result in ('sending', 'sent', 'dead', 'failed')`)
export class PushDeliveryRow {
  @ForeignKey('AlarmRow', { onDelete: 'CASCADE', name: 'push_deliveries_alarm' })
  @IdColumn({ name: 'alarm_id', primaryKeyConstraintName: 'push_deliveries_pkey' })
  alarmId: string;

  @IdColumn({ name: 'membership_id', primaryKeyConstraintName: 'push_deliveries_pkey' })
  membershipId: string;

  @IdColumn({ name: 'device_id', primaryKeyConstraintName: 'push_deliveries_pkey' })
  deviceId: string;

  /** 0 for the first warning, 1 to 3 for the steps of the escalation. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'push_deliveries_pkey' })
  step: number;

  /** `sent`: the push service took it; `dead`: the subscription has ended. */
  @Column({ type: 'text' })
  result: 'sending' | 'sent' | 'dead' | 'failed';

  @Column({ type: 'integer' })
  attempts: number;

  @TimeColumn()
  at: Date;

  /** When a job may send it again; null when none may. */
  @TimeColumn({ name: 'retry_at', nullable: true })
  retryAt: Date | null;

  /** When a push that closes its notification was taken. */
  @TimeColumn({ name: 'closed_at', nullable: true })
  closedAt: Date | null;
}
