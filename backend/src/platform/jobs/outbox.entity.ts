import { Column, Entity, Index } from 'typeorm';
import { IdColumn, TimeColumn } from '../database/columns.js';

/** Later work, saved in the transaction that causes it; done once its effect is in the database. */
@Entity('outbox')
@Index('outbox_open', ['dueAt'], { where: 'done_at is null and failed_at is null' })
export class OutboxRow {
  @IdColumn({ primaryKeyConstraintName: 'outbox_pkey' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'jsonb' })
  payload: object;

  @TimeColumn({ name: 'due_at' })
  dueAt: Date;

  @TimeColumn({ name: 'done_at', nullable: true })
  doneAt: Date | null;

  /** Set when the last attempt failed. The job runs again when an operator sets it to null. */
  @TimeColumn({ name: 'failed_at', nullable: true })
  failedAt: Date | null;

  /** The code or name of the last error. */
  @Column({ type: 'text', nullable: true })
  failure: string | null;
}
