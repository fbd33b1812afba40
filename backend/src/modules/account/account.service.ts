import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import { Outbox } from '../../platform/jobs/outbox.js';
import { RetentionRules } from '../../platform/retention/retention.js';
import { ChangeSignals } from '../../platform/realtime/change-signals.js';
import { AuditService } from '../audit/audit.service.js';
import { AccountsService } from '../auth/accounts.service.js';
import type { Actor } from '../auth/actor.js';
import { OwnMembershipsService } from '../buildings/memberships/own-memberships.service.js';

/** An account as its person may take it along, or close it. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly retention: RetentionRules,
    private readonly outbox: Outbox,
    private readonly signals: ChangeSignals,
    private readonly accounts: AccountsService,
    private readonly memberships: OwnMembershipsService,
    private readonly audit: AuditService,
  ) {}

  /** @returns everything held about the person, by table, and when it was read */
  async export({ userId }: Actor): Promise<Record<string, unknown>> {
    const person = { userId, membershipIds: await this.memberships.idsOf(userId) };
    const told: Record<string, unknown> = { exportedAt: this.clock.now().toISOString() };
    for (const { table, export: read } of this.retention.all) {
      if (read) told[table] = await read(this.database, person);
    }
    await this.audit.record({ action: 'account.exported', actorId: userId });
    return told;
  }

  /**
   * From the commit on nobody can sign in, and every sign-in has ended; a job removes the person from
   * every table right after.
   * @throws AppError auth.wrong_password or building.last_manager
   */
  async close({ userId }: Actor, password: string): Promise<void> {
    const person = { userId, membershipIds: await this.memberships.idsOf(userId) };
    const ended = await this.accounts.close(userId, password, async (tx) => {
      await this.memberships.leaveAll(tx, userId);
      await this.audit.write(tx, { action: 'account.closed', actorId: userId });
      await this.outbox.add(tx, 'account.erase', person, this.clock.now());
    });
    for (const id of ended) this.signals.publish('session', id);
    this.signals.publish('person', userId);
  }
}
