import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { IdColumn, TimeColumn } from '../../../platform/database/columns.js';
import { User } from '../user.entity.js';

/** One sign-in in one browser, for at most 30 days. All its refresh tokens refer to it. */
@Entity('auth_sessions')
export class AuthSession {
  @IdColumn({ primaryKeyConstraintName: 'auth_sessions_pkey' })
  id: string;

  @Index('auth_sessions_user_id')
  @Column({ name: 'user_id', type: 'uuid' })
  userId: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'auth_sessions_user' })
  user?: User;

  /** Browser and system, such as "Chrome på Android"; null if the session predates the column. */
  @Column({ type: 'text', nullable: true })
  label: string | null;

  @TimeColumn({ name: 'created_at' })
  createdAt: Date;

  @TimeColumn({ name: 'expires_at' })
  expiresAt: Date;

  @TimeColumn({ name: 'ended_at', nullable: true })
  endedAt: Date | null;

  /** The last time at which the user confirmed this session with a code; null before the first. */
  @TimeColumn({ name: 'second_factor_at', nullable: true })
  secondFactorAt: Date | null;
}
