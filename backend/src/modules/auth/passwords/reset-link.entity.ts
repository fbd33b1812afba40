import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../../platform/database/columns.js';

/** A user's only valid link to a new password. A newer link replaces it; using it deletes it. */
@Entity('reset_links')
export class ResetLink {
  @ForeignKey('User', { onDelete: 'CASCADE', name: 'reset_links_user' })
  @PrimaryColumn({
    name: 'user_id',
    type: 'uuid',
    primaryKeyConstraintName: 'reset_links_pkey',
  })
  userId: string;

  /** SHA-256 of the token. */
  @Index('reset_links_token_hash', { unique: true })
  @Column({ name: 'token_hash', type: 'text' })
  tokenHash: string;

  @Index('reset_links_made_by')
  @ForeignKey('User', { onDelete: 'CASCADE', name: 'reset_links_maker' })
  @Column({ name: 'made_by', type: 'uuid' })
  madeBy: string;

  @TimeColumn({ name: 'expires_at' })
  expiresAt: Date;
}
