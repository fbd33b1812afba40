import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('refresh_tokens')
export class RefreshToken {
  /** SHA-256 of the token. */
  @PrimaryColumn('text') hash: string;
  @Column('uuid') sessionId: string;
  /** Time of the first use, which replaced the token; null before. */
  @Column('timestamptz') usedAt: Date | null;
}
