import { Column, Entity, Index } from 'typeorm';
import { IdColumn, TimeColumn } from '../database/columns.js';

/** Work that a transaction caused, written down in it. Done means its effect is in the database. */
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

  /** Given up after several attempts. Emptied by hand, it is tried again. */
  @TimeColumn({ name: 'failed_at', nullable: true })
  failedAt: Date | null;

  /** What kind of error it was. */
  @Column({ type: 'text', nullable: true })
  failure: string | null;
}
