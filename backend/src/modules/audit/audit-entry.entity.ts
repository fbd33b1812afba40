import { Column, Entity, Index } from 'typeorm';
import type { AuditAction } from '../../contract/audit.js';
import { IdColumn, TimeColumn } from '../../platform/database/columns.js';

/**
 * One act, written in the transaction that did it. People stand in it by id alone: whoever is erased
 * leaves the tables that the id leads to, and the chain over these rows stays whole.
 */
@Entity('audit_log')
@Index('audit_log_newest', ['at', 'id'])
@Index('audit_log_unsealed', ['at', 'id'], { where: 'seq is null' })
@Index('audit_log_seq', ['seq'], { unique: true })
export class AuditEntry {
  @IdColumn({ primaryKeyConstraintName: 'audit_log_pkey' })
  id: string;

  @TimeColumn()
  at: Date;

  @Column({ type: 'text' })
  action: AuditAction;

  /** The account that acted; null where nobody was signed in, or time itself acted. */
  @Column({ name: 'actor_id', type: 'uuid', nullable: true })
  actorId: string | null;

  @Column({ name: 'building_id', type: 'uuid', nullable: true })
  buildingId: string | null;

  /** What it was done to: an account, a membership, an alarm, a code. */
  @Column({ name: 'subject_id', type: 'uuid', nullable: true })
  subjectId: string | null;

  /** Never a name, an address or what somebody wrote. */
  @Column({ type: 'jsonb', default: () => `'{}'` })
  details: Record<string, string | number | boolean>;

  /** Its place in the chain, from 1; null until it is sealed. */
  @Column({ type: 'integer', nullable: true })
  seq: number | null;

  /** SHA-256 over the link before it and this row, in hexadecimal. */
  @Column({ type: 'text', nullable: true })
  hash: string | null;
}

/** Where the chain begins after older links were retired. There is one row or none. */
@Entity('audit_checkpoint')
export class AuditCheckpoint {
  @IdColumn({ primaryKeyConstraintName: 'audit_checkpoint_pkey' })
  id: string;

  /** The last link that was retired, and its hash. */
  @Column({ type: 'integer' })
  seq: number;

  @Column({ type: 'text' })
  hash: string;

  /** HMAC-SHA256 with the audit key: whoever can write rows only cannot move the beginning. */
  @Column({ type: 'text' })
  mac: string;
}
