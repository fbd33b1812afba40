import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { UserRole } from '../../contract/http.js';
import { Clock } from '../../platform/clock.js';
import { AuditService } from '../audit/audit.service.js';
import { endSessions } from './sessions/end-sessions.js';
import { lockUser } from './lock-user.js';
import { newUser } from './new-user.js';
import { Passwords } from './passwords/passwords.js';
import { ResetLink } from './passwords/reset-link.entity.js';
import { User } from './user.entity.js';
import { wrongPassword } from './passwords/wrong-password.js';

export type GrantOutcome = 'granted' | 'unknown' | 'password_too_short';

/** Accounts, as the installation's operator handles them. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
    private readonly audit: AuditService,
  ) {}

  async grantAdmin(email: string): Promise<GrantOutcome> {
    return this.database.transaction(async (tx) => {
      const user = await lockUser(tx, { email: email.trim().toLowerCase() });
      if (!user) return 'unknown';
      if (!user.passwordIsLong) return 'password_too_short';
      await tx.update(User, user.id, { roles: ['admin'] });
      // A manager may hold one, and a manager must not become an administrator by it.
      await tx.delete(ResetLink, { userId: user.id });
      await this.audit.write(tx, { action: 'account.role_granted', subjectId: user.id });
      return 'granted';
    });
  }

  /**
   * What signs in here is gone at once: password, e-mail, links and sign-ins.
   * @param along what else closes with it, in the same transaction
   * @returns the sign-ins that this ended
   * @throws AppError auth.wrong_password, and what `along` throws
   */
  async close(
    userId: string,
    password: string,
    along: (tx: EntityManager) => Promise<void>,
  ): Promise<string[]> {
    const known = await this.database.getRepository(User).findOneByOrFail({ id: userId });
    if (!(await this.passwords.matches(known.passwordHash, password))) throw wrongPassword();
    const passwordHash = await this.passwords.hash(randomUUID());
    return this.database.transaction(async (tx) => {
      const user = await lockUser(tx, { id: userId });
      if (user?.passwordHash !== known.passwordHash) throw wrongPassword();
      await along(tx);
      const email = `${userId}@closed.invalid`;
      await tx.update(User, userId, { email, passwordHash, roles: [] });
      await tx.delete(ResetLink, { userId });
      return endSessions(tx, { userId }, this.clock.now());
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
