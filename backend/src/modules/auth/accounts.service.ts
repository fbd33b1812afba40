import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { UserRole } from '../../contract/http.js';
import { Clock } from '../../platform/clock.js';
import { lockUser } from './lock-user.js';
import { newUser } from './new-user.js';
import { Passwords } from './passwords.js';
import { ResetLink } from './reset-link.entity.js';
import { User } from './user.entity.js';

export type GrantOutcome = 'granted' | 'unknown' | 'password_too_short';

/** Accounts, as the installation's operator handles them. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
  ) {}

  async grantAdmin(email: string): Promise<GrantOutcome> {
    return this.database.transaction(async (manager) => {
      const user = await lockUser(manager, { email: email.trim().toLowerCase() });
      if (!user) return 'unknown';
      if (!user.passwordIsLong) return 'password_too_short';
      await manager.update(User, user.id, { roles: ['admin'] });
      // A manager may hold one, and a manager must not become an administrator by it.
      await manager.delete(ResetLink, { userId: user.id });
      return 'granted';
    });
  }

  async hasAdmin(): Promise<boolean> {
    const [row] = await this.database.query<{ found: boolean }[]>(
      `select exists (select 1 from users where 'admin' = any(roles)) as found`,
    );
    return row?.found === true;
  }

  /** @returns the new account's id */
  async create(
    email: string,
    password: string,
    { roles = [], manager }: { roles?: UserRole[]; manager: EntityManager },
  ): Promise<string> {
    const passwordHash = await this.passwords.hash(password);
    const user = newUser({ email, password, passwordHash, roles, createdAt: this.clock.now() });
    await manager.insert(User, user);
    return user.id;
  }
}
