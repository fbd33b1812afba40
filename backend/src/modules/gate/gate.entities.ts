import { Column, Entity, PrimaryColumn } from 'typeorm';
import { IdColumn, TimeColumn } from '../../platform/database/columns.js';

@Entity('access_codes')
export class AccessCodeRow {
  @IdColumn()
  id: string;

  /** Stored in plain text: administrators copy it, and it gives no access to existing data. */
  @Column({ type: 'text' })
  code: string;

  @Column({ type: 'text', nullable: true })
  name: string | null;

  @Column({ type: 'text', nullable: true })
  email: string | null;

  @Column({ type: 'text', nullable: true })
  company: string | null;

  @Column({ name: 'max_uses', type: 'integer', nullable: true })
  maxUses: number | null;

  @Column({ name: 'use_count', type: 'integer', default: 0 })
  useCount: number;

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;

  @TimeColumn({ name: 'used_at', nullable: true })
  usedAt: Date | null;
}

@Entity('code_sessions')
export class CodeSession {
  /** SHA-256 of the browser's session id: a copy of the table does not open the gate. */
  @PrimaryColumn({
    name: 'session_id',
    type: 'text',
  })
  sessionId: string;

  @TimeColumn({ name: 'last_used_at' })
  lastUsedAt: Date;

  /** Deleting the code ends its sessions. */
  @Column({ name: 'code_id', type: 'uuid' })
  codeId: string;
}
