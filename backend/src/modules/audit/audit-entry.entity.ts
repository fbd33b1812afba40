import { Column, Entity } from 'typeorm';
import type { AuditAction } from '../../contract/audit.js';
import { IdColumn, TimeColumn } from '../../platform/database/columns.js';

/**
 * One act, written in the transaction that performs it. It names accounts by id alone: an erasure
 * removes the rows that the id refers to, and the chain over these rows stays valid.
 */
@Entity('audit_log')
export class AuditEntry {
  @IdColumn()
  id: string;

  @TimeColumn()
  at: Date;

  @Column({ type: 'text' })
  action: AuditAction;

  /** The account that acted; null when nobody was signed in or a timer acted. */
  @Column({ name: 'actor_id', type: 'uuid', nullable: true })
  actorId: string | null;

  @Column({ name: 'building_id', type: 'uuid', nullable: true })
  buildingId: string | null;

  /** The account, membership, alarm or code that the act changed. */
  @Column({ name: 'subject_id', type: 'uuid', nullable: true })
  subjectId: string | null;

  /** Never contains a name, an address or text that a user wrote. */
  @Column({ type: 'jsonb', default: () => `'{}'` })
  details: Record<string, string | number | boolean>;

  /** Its position in the chain, from 1; null until it is sealed. */
  @Column({ type: 'integer', nullable: true })
  seq: number | null;

  /** SHA-256 over the previous link and this row, in hexadecimal. */
  @Column({ type: 'text', nullable: true })
  hash: string | null;
}

/** The beginning of the chain, once older links are retired. The table has one row or none. */
@Entity('audit_checkpoint')
export class AuditCheckpoint {
  @IdColumn()
  id: string;

  /** The last link that was retired, and its hash. */
  @Column({ type: 'integer' })
  seq: number;

  @Column({ type: 'text' })
  hash: string;

  /** HMAC-SHA256 with the audit key, so that write access alone cannot move the beginning. */
  @Column({ type: 'text' })
  mac: string;
}
