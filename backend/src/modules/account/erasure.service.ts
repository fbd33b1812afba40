import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { TIMES } from '../../contract/limits.js';
import { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { Outbox } from '../../platform/jobs/outbox.js';
import type { Person } from '../../platform/retention/retention.js';
import { CONFIG } from '../../platform/tokens.js';
import { AlarmsService } from '../alarms/alarms.service.js';
import { AuditService } from '../audit/audit.service.js';
import { AccountsService } from '../auth/accounts.service.js';
import { PersonalDataRepository } from './personal-data.repository.js';

const FILE = 'erasures.jsonl';

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
export class ErasureLedger {
  private readonly file: string;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.file = join(config.dataDir, FILE);
  }

  add(erasure: Erasure): void {
    mkdirSync(this.config.dataDir, { recursive: true });
    appendFileSync(this.file, `${JSON.stringify(erasure)}\n`, { mode: 0o600, flush: true });
  }

  /**
   * Deletes the entries from before `start`, because no backup is older than that.
   * @returns the remaining entries
   */
  since(start: Date): Erasure[] {
    const all = this.read();
    const recent = all.filter(({ at }) => at >= start.toISOString());
    if (recent.length < all.length) {
      const text = recent.map((erasure) => `${JSON.stringify(erasure)}\n`).join('');
      writeFileSync(`${this.file}.new`, text, { mode: 0o600, flush: true });
      renameSync(`${this.file}.new`, this.file);
    }
    return recent;
  }

  private read(): Erasure[] {
    try {
      const lines = readFileSync(this.file, 'utf8').split('\n');
      return lines.filter(Boolean).map((line) => JSON.parse(line) as Erasure);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
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
    private readonly personalData: PersonalDataRepository,
    private readonly ledger: ErasureLedger,
    private readonly audit: AuditService,
  ) {
    jobs.handle('account.erase', (person) => this.eraseForGood(person));
    jobs.handleEvery('account.erase_restored', DAY_MS, () => this.eraseRestored());
  }

  /** An ongoing alarm goes on saying where the person is, and neighbours need it: it is erased afterwards. */
  private async eraseForGood(person: Person): Promise<void> {
    const until = await this.alarms.activeUntil(person.membershipIds);
    if (until) {
      await this.transactions.run((tx) => this.outbox.add(tx, 'account.erase', person, until));
      return;
    }
    // The entry is written first, so that the daily job repeats an erasure that fails.
    this.ledger.add({ ...person, at: this.clock.now().toISOString() });
    await this.erase(person);
  }

  /** No backup is older than the time within which the privacy page promises erasure. */
  async eraseRestored(): Promise<void> {
    for (const { at: _, ...person } of this.ledger.since(this.clock.ago(TIMES.erasureMs))) {
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
