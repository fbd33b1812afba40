import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../../platform/database/columns.js';
import { AuthSession } from './auth-session.entity.js';

@Entity('refresh_tokens')
export class RefreshToken {
  /** SHA-256 of the token. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'refresh_tokens_pkey' })
  hash: string;

  @Index('refresh_tokens_session_id')
  @Column({ name: 'session_id', type: 'uuid' })
  sessionId: string;

  @ManyToOne(() => AuthSession, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'refresh_tokens_session' })
  session?: AuthSession;

  /** Time of the first use, which replaced the token; null before. */
  @TimeColumn({ name: 'used_at', nullable: true })
  usedAt: Date | null;
}
