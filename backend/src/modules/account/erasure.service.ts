import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { RetentionRules, type Person } from '../../platform/retention/retention.js';
import { AuditService } from '../audit/audit.service.js';
import { ErasureLedger } from './erasure-ledger.js';

declare module '../../platform/jobs/outbox.js' {
  interface Jobs {
    /** Removes a closed account's person from every table. */
    'account.erase': Person;
    /** The same once more for everybody a restored backup may have brought back. */
    'account.erase_restored': Record<string, never>;
  }
}

const DAY_MS = 24 * 60 * 60_000;
/** The privacy page promises that nothing is older than 30 days; so long the ledger looks back. */
const LEDGER_MS = 30 * DAY_MS;

@Injectable()
export class ErasureService {
  constructor(
    jobs: JobQueue,
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly retention: RetentionRules,
    private readonly ledger: ErasureLedger,
    private readonly audit: AuditService,
  ) {
    jobs.handle('account.erase', (person) => this.eraseForGood(person));
    jobs.handleEvery('account.erase_restored', DAY_MS, () => this.eraseRestored());
  }

  private async eraseForGood(person: Person): Promise<void> {
    // Before the erasure: one that is written down and not yet done is done a day later.
    this.ledger.add({ ...person, at: this.clock.now().toISOString() });
    await this.erase(person);
  }

  private async eraseRestored(): Promise<void> {
    for (const { at: _, ...person } of this.ledger.since(this.clock.ago(LEDGER_MS))) {
      await this.erase(person);
    }
  }

  private async erase(person: Person): Promise<void> {
    const { userId } = person;
    await this.database.transaction(async (tx) => {
      const [found] = await tx.query<object[]>('select 1 from users where id = $1 for update', [
        userId,
      ]);
      for (const { erase } of this.retention.all) await erase?.(tx, person);
      if (found) await this.audit.write(tx, { action: 'account.erased', subjectId: userId });
    });
  }
}
