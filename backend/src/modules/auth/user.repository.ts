import { Injectable } from '@nestjs/common';
import { ArrayContains, DataSource } from 'typeorm';
import type { UserRole } from '../../contract/http.js';
import type { Tx } from '../../platform/database/transactions.js';
import { writeUnlessDuplicate } from '../../platform/database/unique-violation.js';
import { UserRow } from './auth.entities.js';

@Injectable()
export class UserRepository {
  constructor(private readonly database: DataSource) {}

  async insert(tx: Tx, user: UserRow): Promise<void> {
    await tx.insert(UserRow, user);
  }

  /** @returns false when the e-mail address has an account already */
  insertUnlessTaken(user: UserRow): Promise<boolean> {
    return writeUnlessDuplicate(this.database.getRepository(UserRow).insert(user));
  }

  /** @throws when there is no such account */
  get(id: string): Promise<UserRow> {
    return this.database.getRepository(UserRow).findOneByOrFail({ id });
  }

  findByEmail(email: string): Promise<UserRow | null> {
    return this.database.getRepository(UserRow).findOneBy({ email });
  }

  /**
   * Locks the user until the transaction ends, so that no other transaction replaces the password,
   * creates a reset link or changes the rights. The lock is weaker than `for update`, so that it
   * does not wait for the foreign key checks of other transactions.
   */
  lock(tx: Tx, where: { id: string } | { email: string }): Promise<UserRow | null> {
    return tx.findOne(UserRow, { where, lock: { mode: 'for_no_key_update' } });
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

  async setRoles(tx: Tx, id: string, roles: UserRole[]): Promise<void> {
    await tx.update(UserRow, id, { roles });
  }

  async setPassword(
    tx: Tx,
    id: string,
    password: Pick<UserRow, 'passwordHash' | 'passwordIsLong'>,
  ): Promise<void> {
    await tx.update(UserRow, id, password);
  }

  async setResetAskedAt(tx: Tx, id: string, resetAskedAt: Date | null): Promise<void> {
    await tx.update(UserRow, id, { resetAskedAt });
  }

  async close(
    tx: Tx,
    id: string,
    credentials: Pick<UserRow, 'email' | 'passwordHash'>,
  ): Promise<void> {
    await tx.update(UserRow, id, { ...credentials, roles: [] });
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
}
