import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { IdColumn, TimeColumn } from '../../platform/database/columns.js';

@Entity('access_codes')
export class AccessCodeRow {
  @IdColumn({ primaryKeyConstraintName: 'access_codes_pkey' })
  id: string;

  /** Stored in plain text: administrators copy it, and it gives no access to existing data. */
  @Index('access_codes_code', { unique: true })
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

  @Index('access_codes_created_at')
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
    primaryKeyConstraintName: 'code_sessions_pkey',
  })
  sessionId: string;

  @TimeColumn({ name: 'last_used_at' })
  lastUsedAt: Date;

  @Index('code_sessions_code_id')
  @Column({ name: 'code_id', type: 'uuid' })
  codeId: string;

  /** Deleting a code ends its sessions. */
  @ManyToOne(() => AccessCodeRow, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'code_id', foreignKeyConstraintName: 'code_sessions_code' })
  code?: AccessCodeRow;
}
