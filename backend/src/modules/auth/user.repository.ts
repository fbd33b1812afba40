import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { UserRole } from '../../contract/http.js';
import type { Tx } from '../../platform/database/transactions.js';
import { writeUnlessDuplicate } from '../../platform/database/unique-violation.js';
import { User } from './user.entity.js';

@Injectable()
export class UserRepository {
  constructor(private readonly database: DataSource) {}

  async insert(tx: Tx, user: User): Promise<void> {
    await tx.insert(User, user);
  }

  /** @returns false when the e-mail address has an account already */
  insertUnlessTaken(user: User): Promise<boolean> {
    return writeUnlessDuplicate(this.database.getRepository(User).insert(user));
  }

  /** @throws when there is no such account */
  get(id: string): Promise<User> {
    return this.database.getRepository(User).findOneByOrFail({ id });
  }

  findByEmail(email: string): Promise<User | null> {
    return this.database.getRepository(User).findOneBy({ email });
  }

  /**
   * Locks the user until the transaction ends, so that no other transaction replaces the password,
   * creates a reset link or changes the rights. The lock is weaker than `for update`, so that it
   * does not wait for the foreign key checks of other transactions.
   */
  lock(tx: Tx, where: { id: string } | { email: string }): Promise<User | null> {
    return tx.findOne(User, { where, lock: { mode: 'for_no_key_update' } });
  }

  /**
   * Locks the user, so that the password cannot be replaced until the transaction ends.
   * @returns false when it was replaced already
   */
  async lockWithPassword(tx: Tx, id: string, passwordHash: string): Promise<boolean> {
    const user = await tx.findOne(User, {
      where: { id, passwordHash },
      lock: { mode: 'pessimistic_read' },
    });
    return user !== null;
  }

  /** @returns false when the user was erased already */
  async lockForErasure(tx: Tx, id: string): Promise<boolean> {
    const rows = await tx.query<object[]>('select 1 from users where id = $1 for update', [id]);
    return rows.length === 1;
  }

  async setRoles(tx: Tx, id: string, roles: UserRole[]): Promise<void> {
    await tx.update(User, id, { roles });
  }

  async setPassword(
    tx: Tx,
    id: string,
    password: Pick<User, 'passwordHash' | 'passwordIsLong'>,
  ): Promise<void> {
    await tx.update(User, id, password);
  }

  async setResetAskedAt(tx: Tx, id: string, resetAskedAt: Date | null): Promise<void> {
    await tx.update(User, id, { resetAskedAt });
  }

  async close(
    tx: Tx,
    id: string,
    credentials: Pick<User, 'email' | 'passwordHash'>,
  ): Promise<void> {
    await tx.update(User, id, { ...credentials, roles: [] });
  }

  async isAdmin(tx: Tx, id: string): Promise<boolean> {
    const user = await tx.findOneBy(User, { id });
    return user?.roles.includes('admin') === true;
  }

  async hasAdmin(): Promise<boolean> {
    const [row] = await this.database.query<{ found: boolean }[]>(
      `select exists (select 1 from users where 'admin' = any(roles)) as found`,
    );
    return row?.found === true;
  }

  async hasAny(tx: Tx): Promise<boolean> {
    const [row] = await tx.query<{ found: boolean }[]>(
      'select exists (select 1 from users) as found',
    );
    return row?.found === true;
  }
}
