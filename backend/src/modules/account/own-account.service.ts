import { Injectable } from '@nestjs/common';
import type { OpenResetLink } from '../../contract/http.js';
import { Clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/transactions.js';
import { Outbox } from '../../platform/jobs/outbox.js';
import { ChangeSignals } from '../../platform/realtime/change-signals.js';
import { RetentionRules } from '../../platform/retention/retention.js';
import { type Act, AuditService } from '../audit/audit.service.js';
import { AccountsService } from '../auth/accounts.service.js';
import type { Actor } from '../auth/actor.js';
import { PasswordService } from '../auth/passwords/password.service.js';
import { OwnMembershipsService } from '../buildings/memberships/own-memberships.service.js';

/** Lets a user export their data or close their account. */
@Injectable()
export class OwnAccountService {
  constructor(
    private readonly retention: RetentionRules,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly signals: ChangeSignals,
    private readonly accounts: AccountsService,
    private readonly memberships: OwnMembershipsService,
    private readonly passwords: PasswordService,
    private readonly audit: AuditService,
  ) {}

  /** @returns the user's open reset link, with the name of the manager who made it */
  async openResetLink(userId: string): Promise<OpenResetLink | undefined> {
    const link = await this.passwords.openLinkFor(userId);
    if (!link) return undefined;
    const madeBy = await this.memberships.nameOfManager(userId, link.madeBy);
    return { ...(madeBy !== undefined && { madeBy }), expiresAt: link.expiresAt.toISOString() };
  }

  /**
   * Asks for the password, so that nobody at an unlocked browser takes the data along.
   * @returns everything held about the user, by table, and when it was read
   * @throws AppError auth.wrong_password
   */
  async export({ userId }: Actor, password: string): Promise<Record<string, unknown>> {
    await this.accounts.requirePassword(userId, password);
    const person = { userId, membershipIds: await this.memberships.idsOf(userId) };
    const exportedAt = this.clock.now().toISOString();
    const byTable = await this.retention.exportOf(person);
    await this.audit.record({ action: 'account.exported', actorId: userId });
    return { exportedAt, ...byTable };
  }

  /**
   * Ends every session and makes the account unusable; a job then erases the user from every table.
   * @throws AppError auth.wrong_password or building.last_manager
   */
  async close({ userId }: Actor, password: string): Promise<void> {
    await this.end(userId, { action: 'account.closed', actorId: userId }, (along) =>
      this.accounts.close(userId, password, along),
    );
  }

  /**
   * Closes the account for the operator, for example that of a child.
   * @returns false when there is no account with the address
   * @throws AppError building.last_manager
   */
  async closeFor(email: string): Promise<boolean> {
    const userId = await this.accounts.findId(email);
    if (userId === undefined) return false;
    const act = {
      action: 'account.closed',
      subjectId: userId,
      details: { operator: true },
    } as const;
    await this.end(userId, act, (along) => this.accounts.closeFor(userId, along));
    return true;
  }

  private async end(
    userId: string,
    act: Act,
    close: (along: (tx: Tx) => Promise<void>) => Promise<string[]>,
  ): Promise<void> {
    const person = { userId, membershipIds: await this.memberships.idsOf(userId) };
    const ended = await close(async (tx) => {
      await this.memberships.leaveAll(tx, userId);
      await this.audit.write(tx, act);
      await this.outbox.add(tx, 'account.erase', person, this.clock.now());
    });
    for (const id of ended) this.signals.publish('session', id);
    this.signals.publish('person', userId);
  }
}
