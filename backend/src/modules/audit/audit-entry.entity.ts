import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AuditAction } from '../../contract/audit.js';

/**
 * One act, written in the transaction that performs it. It names accounts by id alone: an erasure
 * removes the rows that the id refers to, and the chain over these rows stays valid.
 */
@Entity('audit_log')
export class AuditEntry {
  @PrimaryColumn('uuid') id: string;
  @Column('timestamptz') at: Date;
  @Column('text') action: AuditAction;
  /** The account that acted; null when nobody was signed in or a timer acted. */
  @Column('uuid') actorId: string | null;
  @Column('uuid') buildingId: string | null;
  /** The account, membership, alarm or code that the act changed. */
  @Column('uuid') subjectId: string | null;
  /** Never contains a name, an address or text that a user wrote. */
  @Column('jsonb') details: Record<string, string | number | boolean>;
  /** Its position in the chain, from 1; null until it is sealed. */
  @Column('integer') seq: number | null;
  /** SHA-256 over the previous link and this row, in hexadecimal. */
  @Column('text') hash: string | null;
}

/** The beginning of the chain, once older links are retired. The table has one row or none. */
@Entity('audit_checkpoint')
export class AuditCheckpoint {
  @PrimaryColumn('uuid') id: string;
  /** The last link that was retired, and its hash. */
  @Column('integer') seq: number;
  @Column('text') hash: string;
  /** HMAC-SHA256 with the audit key, so that write access alone cannot move the beginning. */
  @Column('text') mac: string;
}
