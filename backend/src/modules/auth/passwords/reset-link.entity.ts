import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user's only valid link to a new password. A newer link replaces it; using it deletes it. */
@Entity('reset_links')
export class ResetLink {
  @PrimaryColumn('uuid') userId: string;
  /** SHA-256 of the token. */
  @Column('text') tokenHash: string;
  @Column('uuid') madeBy: string;
  @Column('timestamptz') expiresAt: Date;
}
