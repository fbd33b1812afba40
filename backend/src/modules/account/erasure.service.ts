import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import type { Person } from '../../platform/retention/retention.js';
import { AuditService } from '../audit/audit.service.js';
import { AccountsService } from '../auth/accounts.service.js';
import { ErasureLedger } from './erasure-ledger.js';
import { PersonalDataRepository } from './personal-data.repository.js';

declare module '../../platform/jobs/outbox.js' {
  interface Jobs {
    /** Erases the user of a closed account from every table. */
    'account.erase': Person;
    /** Erases the listed users again, because a restored backup may contain them. */
    'account.erase_restored': Record<string, never>;
  }
}

const DAY_MS = 24 * 60 * 60_000;
/** No backup may be older than this: the privacy page promises erasure within 30 days. */
const LEDGER_MS = 30 * DAY_MS;

@Injectable()
export class ErasureService {
  constructor(
    jobs: JobQueue,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly accounts: AccountsService,
    private readonly personalData: PersonalDataRepository,
    private readonly ledger: ErasureLedger,
    private readonly audit: AuditService,
  ) {
    jobs.handle('account.erase', (person) => this.eraseForGood(person));
    jobs.handleEvery('account.erase_restored', DAY_MS, () => this.eraseRestored());
  }

  private async eraseForGood(person: Person): Promise<void> {
    // The entry is written first, so that the daily job repeats an erasure that fails.
    this.ledger.add({ ...person, at: this.clock.now().toISOString() });
    await this.erase(person);
  }

  private async eraseRestored(): Promise<void> {
    for (const { at: _, ...person } of this.ledger.since(this.clock.ago(LEDGER_MS))) {
      await this.erase(person);
    }
  }

  /** Erases the user from every table, and may be repeated. */
  async erase(person: Person): Promise<void> {
    const { userId } = person;
    await this.transactions.run(async (tx) => {
      const found = await this.accounts.lockForErasure(tx, userId);
      await this.personalData.erase(tx, person);
      if (found) await this.audit.write(tx, { action: 'account.erased', subjectId: userId });
    });
  }
}
