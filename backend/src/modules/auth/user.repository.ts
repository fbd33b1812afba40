import { Injectable } from '@nestjs/common';
import { ArrayContains, DataSource, In, MoreThan } from 'typeorm';
import type { Tx } from '../../platform/database/transactions.js';
import { writeUnlessDuplicate } from '../../platform/database/database-errors.js';
import { ResetLink, spellingsOf, UserRow } from './auth.entities.js';

/** The users, and the link to a new password that each of them may have. */
@Injectable()
export class UserRepository {
  constructor(private readonly database: DataSource) {}

  async insert(tx: Tx, user: UserRow): Promise<void> {
    await tx.insert(UserRow, user);
  }

  /** @returns false when the e-mail address has an account already */
  async insertUnlessTaken(user: UserRow): Promise<boolean> {
    // The index does not know an account from before, whose domain has the other spelling.
    if (spellingsOf(user.email).length > 1 && (await this.findByEmail(user.email))) return false;
    return writeUnlessDuplicate(this.database.getRepository(UserRow).insert(user));
  }

  /** @throws when there is no such account */
  get(id: string): Promise<UserRow> {
    return this.database.getRepository(UserRow).findOneByOrFail({ id });
  }

  /** @param email in any spelling; where two have an account from before, each finds its own */
  async findByEmail(email: string): Promise<UserRow | null> {
    const spellings = spellingsOf(email);
    const found = await this.database.getRepository(UserRow).findBy({ email: In(spellings) });
    return bySpelling(found, spellings);
  }

  /**
   * Locks the user until the transaction ends, so that no other transaction replaces the password,
   * creates a reset link or changes the rights. The lock is weaker than `for update`, so that it
   * does not wait for the foreign key checks of other transactions.
   * @param which an e-mail address in any spelling, as for `findByEmail`
   */
  async lock(tx: Tx, which: { id: string } | { email: string }): Promise<UserRow | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    if ('id' in which) return tx.findOne(UserRow, { where: which, lock });
    const spellings = spellingsOf(which.email);
    return bySpelling(await tx.find(UserRow, { where: { email: In(spellings) }, lock }), spellings);
  }

  /**
   * Locks the user, so that the password cannot be replaced until the transaction ends.
   * @returns false when it was replaced already
   */
  async lockWithPassword(tx: Tx, id: string, passwordHash: string): Promise<boolean> {
    const lock = { mode: 'pessimistic_read' } as const;
    return (await tx.findOne(UserRow, { where: { id, passwordHash }, lock })) !== null;
  }

  /** @returns false when the user was erased already */
  async lockForErasure(tx: Tx, id: string): Promise<boolean> {
    const rows = await tx.query<object[]>('select 1 from users where id = $1 for update', [id]);
    return rows.length === 1;
  }

  async update(tx: Tx, id: string, change: Partial<UserRow>): Promise<void> {
    await tx.update(UserRow, id, change);
  }

  isAdmin(tx: Tx, id: string): Promise<boolean> {
    return tx.existsBy(UserRow, { id, roles: ArrayContains(['admin']) });
  }

  hasAdmin(): Promise<boolean> {
    return this.database.getRepository(UserRow).existsBy({ roles: ArrayContains(['admin']) });
  }

  hasAny(tx: Tx): Promise<boolean> {
    return tx.exists(UserRow);
  }

  /** Replaces the user's previous link. */
  async saveLink(tx: Tx, link: ResetLink): Promise<void> {
    await tx.upsert(ResetLink, link, ['userId']);
  }

  /** @returns null when the link is unknown, used, replaced or expired */
  findLink(tokenHash: string, now: Date): Promise<ResetLink | null> {
    const links = this.database.getRepository(ResetLink);
    return links.findOneBy({ tokenHash, expiresAt: MoreThan(now) });
  }

  /** @returns the user's open link */
  findLinkFor(userId: string, now: Date): Promise<ResetLink | null> {
    return this.database.getRepository(ResetLink).findOneBy({ userId, expiresAt: MoreThan(now) });
  }

  /** @returns false when the link is unknown, used, replaced or expired */
  async useLink(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
    const { affected } = await tx.delete(ResetLink, { tokenHash, expiresAt: MoreThan(now) });
    return affected === 1;
  }

  /** @returns false when the user has no link */
  async deleteLinkFor(tx: Tx, userId: string): Promise<boolean> {
    const { affected } = await tx.delete(ResetLink, { userId });
    return affected === 1;
  }

  async deleteLinksForOrBy(tx: Tx, userId: string): Promise<void> {
    await tx.query('delete from reset_links where user_id = $1 or made_by = $1', [userId]);
  }
}

const bySpelling = (users: UserRow[], spellings: string[]): UserRow | null =>
  users.sort((a, b) => spellings.indexOf(a.email) - spellings.indexOf(b.email))[0] ?? null;
