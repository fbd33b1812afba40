import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan } from 'typeorm';
import type { Tx } from '../../../platform/database/transactions.js';
import { ResetLink } from '../auth.entities.js';

@Injectable()
export class ResetLinkRepository {
  constructor(private readonly database: DataSource) {}

  /** Replaces the user's previous link. */
  async save(tx: Tx, link: ResetLink): Promise<void> {
    await tx.upsert(ResetLink, link, ['userId']);
  }

  /** @returns null when the link is unknown, used, replaced or expired */
  find(tokenHash: string, now: Date): Promise<ResetLink | null> {
    return this.database
      .getRepository(ResetLink)
      .findOneBy({ tokenHash, expiresAt: MoreThan(now) });
  }

  /** @returns the user's open link */
  findFor(userId: string, now: Date): Promise<ResetLink | null> {
    return this.database.getRepository(ResetLink).findOneBy({ userId, expiresAt: MoreThan(now) });
  }

  /** @returns false when the link is unknown, used, replaced or expired */
  async use(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
    const { affected } = await tx.delete(ResetLink, { tokenHash, expiresAt: MoreThan(now) });
    return affected === 1;
  }

  /** @returns false when the user has no link */
  async deleteFor(tx: Tx, userId: string): Promise<boolean> {
    const { affected } = await tx.delete(ResetLink, { userId });
    return affected === 1;
  }

  async deleteForOrBy(tx: Tx, userId: string): Promise<void> {
    await tx.query('delete from reset_links where user_id = $1 or made_by = $1', [userId]);
  }
}
