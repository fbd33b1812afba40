import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Later work, saved in the transaction that causes it; done once its effect is in the database. */
@Entity('outbox')
export class OutboxRow {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('jsonb') payload: object;
  @Column('timestamptz') dueAt: Date;
  @Column('timestamptz') doneAt: Date | null;
  /** Set when the last attempt failed. The job runs again when an operator sets it to null. */
  @Column('timestamptz') failedAt: Date | null;
  /** The code or name of the last error. */
  @Column('text') failure: string | null;
}
