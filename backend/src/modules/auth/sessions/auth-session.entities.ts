import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One sign-in in one browser, for at most 30 days. All its refresh tokens refer to it. */
@Entity('auth_sessions')
export class AuthSession {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') userId: string;
  /** Browser and system, such as "Chrome på Android"; null if the session predates the column. */
  @Column('text') label: string | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') expiresAt: Date;
  @Column('timestamptz') endedAt: Date | null;
  /** The last time at which the user confirmed this session with a code; null before the first. */
  @Column('timestamptz') secondFactorAt: Date | null;
}

@Entity('refresh_tokens')
export class RefreshToken {
  /** SHA-256 of the token. */
  @PrimaryColumn('text') hash: string;
  @Column('uuid') sessionId: string;
  /** Time of the first use, which replaced the token; null before. */
  @Column('timestamptz') usedAt: Date | null;
}
