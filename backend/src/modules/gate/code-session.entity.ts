import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns.js';
import { AccessCode } from './access-code.entity.js';

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
  @ManyToOne(() => AccessCode, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'code_id', foreignKeyConstraintName: 'code_sessions_code' })
  code?: AccessCode;
}
