import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TEXTS_CHANGED_AT } from '../../contract/texts.js';
import { Clock } from '../../platform/clock.js';
import { Transactions, type Tx } from '../../platform/database/transactions.js';
import { AuditService } from '../audit/audit.service.js';
import { newUser, type NewUser, type UserRow } from './auth.entities.js';
import { Passwords, wrongPassword } from './passwords/passwords.js';
import { UserRepository } from './user.repository.js';
import { SecondFactorRepository } from './second-factor/second-factor.repository.js';
import { AuthSessionRepository } from './sessions/auth-session.repository.js';

export type RemovalOutcome = 'removed' | 'unknown' | 'not_on';
export type GrantOutcome = 'granted' | 'unknown' | 'password_too_short';

/**
 * The demo's accounts. In production nobody signs up with these addresses: a start refuses a database
 * that has one of them.
 */
export const DEMO_EMAILS = ['anna', 'karl', 'lisa', 'otto', 'admin'].map(
  (name) => `${name}@resq.example`,
);

/** Creates, changes and closes accounts for the operator and for other modules. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly sessions: AuthSessionRepository,
    private readonly factors: SecondFactorRepository,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
    private readonly audit: AuditService,
  ) {}

  async grantAdmin(email: string): Promise<GrantOutcome> {
    return this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, { email });
      if (!user) return 'unknown';
      if (!user.passwordIsLong) return 'password_too_short';
      await this.users.update(tx, user.id, { roles: ['admin'] });
      // A manager who holds a reset link could otherwise take over the administrator's account.
      await this.users.deleteLinkFor(tx, user.id);
      await this.audit.write(tx, { action: 'account.role_granted', subjectId: user.id });
      return 'granted';
    });
  }

  /** Turns two-step sign-in off for a user who has lost the app and the recovery codes. */
  removeSecondFactor(email: string): Promise<RemovalOutcome> {
    return this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, { email });
      if (!user) return 'unknown';
      if (!(await this.factors.delete(tx, user.id))) return 'not_on';
      await this.audit.write(tx, { action: 'second_factor.removed', subjectId: user.id });
      return 'removed';
    });
  }

  /** @throws AppError auth.wrong_password */
  async requirePassword(userId: string, password: string): Promise<UserRow> {
    const user = await this.users.get(userId);
    if (!(await this.passwords.matches(user.passwordHash, password, userId))) throw wrongPassword();
    return user;
  }

  /**
   * Replaces the e-mail address and the password, deletes the reset link and ends the sessions, so
   * that the user cannot sign in any more.
   * @param along further changes in the same transaction, before the user is locked
   * @returns the ids of the sessions that this call ended
   * @throws AppError auth.wrong_password, and what `along` throws
   */
  async close(
    userId: string,
    password: string,
    along: (tx: Tx) => Promise<void>,
  ): Promise<string[]> {
    const known = await this.requirePassword(userId, password);
    const passwordHash = await this.passwords.hash(randomUUID(), userId);
    return this.transactions.run(async (tx) => {
      await along(tx);
      const user = await this.users.lock(tx, { id: userId });
      if (user?.passwordHash !== known.passwordHash) throw wrongPassword();
      return this.makeUnusable(tx, userId, passwordHash);
    });
  }

  /**
   * For the operator, who has made sure that the account must be closed.
   * @returns the ids of the sessions that this call ended
   */
  async closeFor(userId: string, along: (tx: Tx) => Promise<void>): Promise<string[]> {
    const passwordHash = await this.passwords.hash(randomUUID());
    return this.transactions.run(async (tx) => {
      await along(tx);
      await this.users.lock(tx, { id: userId });
      return this.makeUnusable(tx, userId, passwordHash);
    });
  }

  /** @returns whether the terms or the privacy policy changed since the user accepted or last read them */
  async haveTextsChanged(userId: string): Promise<boolean> {
    const { createdAt, textsReadAt } = await this.users.get(userId);
    return (textsReadAt ?? createdAt) < new Date(TEXTS_CHANGED_AT);
  }

  async recordTextsRead(userId: string): Promise<void> {
    await this.transactions.run((tx) =>
      this.users.update(tx, userId, { textsReadAt: this.clock.now() }),
    );
  }

  /** @returns the id of the account with the address; undefined without one */
  findId(email: string): Promise<string | undefined> {
    return this.transactions.run(async (tx) => (await this.users.lock(tx, { email }))?.id);
  }

  private async makeUnusable(tx: Tx, userId: string, passwordHash: string): Promise<string[]> {
    const email = `${userId}@closed.invalid`;
    await this.users.update(tx, userId, { email, passwordHash, roles: [] });
    await this.users.deleteLinkFor(tx, userId);
    return this.sessions.endAll(tx, userId, this.clock.now());
  }

  /** Locks the user until the transaction ends, so that another room can count what they own. */
  async lock(tx: Tx, userId: string): Promise<void> {
    await this.users.lock(tx, { id: userId });
  }

  /** @returns whether the account exists and is an administrator now */
  isAdmin(tx: Tx, userId: string): Promise<boolean> {
    return this.users.isAdmin(tx, userId);
  }

  hasAdmin(): Promise<boolean> {
    return this.users.hasAdmin();
  }

  /** @returns whether any account exists */
  hasAny(tx: Tx): Promise<boolean> {
    return this.users.hasAny(tx);
  }

  /** @returns false when the user was erased already */
  lockForErasure(tx: Tx, userId: string): Promise<boolean> {
    return this.users.lockForErasure(tx, userId);
  }

  /** Hashes a password for `create`, before the transaction, because it takes long on a busy machine. */
  hashPassword(password: string): Promise<string> {
    return this.passwords.hash(password);
  }

  /** @returns the new account's id */
  async create(tx: Tx, account: Omit<NewUser, 'createdAt'>): Promise<string> {
    const user = newUser({ ...account, createdAt: this.clock.now() });
    await this.users.insert(tx, user);
    return user.id;
  }
}
