import { Inject, Injectable } from '@nestjs/common';
import { TIMES } from '../../contract/limits.js';
import { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { Outbox } from '../../platform/jobs/outbox.js';
import { Ledger } from '../../platform/ledger.js';
import { RetentionRules, type Person } from '../../platform/retention/retention.js';
import { CONFIG } from '../../platform/tokens.js';
import { AlarmsService } from '../alarms/alarms.service.js';
import { AuditService } from '../audit/audit.service.js';
import { AccountsService } from '../auth/accounts.service.js';

/** An erased user. The ids refer to no rows any more. */
export interface Erasure {
  userId: string;
  membershipIds: string[];
  /** ISO 8601, UTC. */
  at: string;
}

/**
 * Lists the erased users in a file outside the database, in the worker's `DATA_DIR`. A restored
 * backup may contain erased users, and a daily job erases them again from this list.
 */
@Injectable()
export class ErasureLedger extends Ledger<Erasure> {
  constructor(@Inject(CONFIG) { dataDir }: Config) {
    super(dataDir, 'erasures.jsonl');
  }
}

declare module '../../platform/jobs/outbox.js' {
  interface Jobs {
    /** Erases the user of a closed account from every table. */
    'account.erase': Person;
    /** Erases the listed users again, because a restored backup may contain them. */
    'account.erase_restored': Record<string, never>;
  }
}

const DAY_MS = 24 * 60 * 60_000;

@Injectable()
export class ErasureService {
  constructor(
    jobs: JobQueue,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly alarms: AlarmsService,
    private readonly accounts: AccountsService,
    private readonly retention: RetentionRules,
    private readonly ledger: ErasureLedger,
    private readonly audit: AuditService,
  ) {
    jobs.handle('account.erase', (person) => this.eraseForGood(person));
    jobs.handleEvery('account.erase_restored', DAY_MS, () => this.eraseRestored());
  }

  /** An alarm that the person is part of says where they are, and neighbours need it until it ends. */
  private async eraseForGood(person: Person): Promise<void> {
    const until = await this.alarms.activeUntil(person.membershipIds);
    if (until) {
      await this.transactions.run((tx) => this.outbox.add(tx, 'account.erase', person, until));
      return;
    }
    // The entry is written first, so that the daily job repeats an erasure that fails.
    await this.ledger.add([{ ...person, at: this.clock.now().toISOString() }]);
    await this.erase(person);
  }

  /** No backup is older than the time within which the privacy page promises erasure. */
  async eraseRestored(): Promise<void> {
    this.ledger.forgetBefore(this.clock.ago(TIMES.erasureMs));
    for (const { at: _, ...person } of this.ledger.read()) await this.erase(person);
  }

  /** Erases the user from every table, and may be repeated. */
  async erase(person: Person): Promise<void> {
    const { userId } = person;
    await this.transactions.run(async (tx) => {
      const found = await this.accounts.lockForErasure(tx, userId);
      await this.retention.erase(tx, person);
      if (found) await this.audit.write(tx, { action: 'account.erased', subjectId: userId });
    });
  }
}
