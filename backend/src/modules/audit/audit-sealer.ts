import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { AuditHead } from './audit-head.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { linkAfter, type Link } from './chain.js';

declare module '../../platform/jobs/outbox.js' {
  interface Jobs {
    /** Adds the acts of the last minute to the chain. */
    'audit.seal': Record<string, never>;
  }
}

const EVERY_MS = 60_000;
const BATCH = 500;

@Injectable()
export class AuditSealer {
  constructor(
    jobs: JobQueue,
    private readonly transactions: Transactions,
    private readonly log: AuditLogRepository,
    private readonly head: AuditHead,
  ) {
    jobs.handleEvery('audit.seal', EVERY_MS, () => this.seal());
  }

  /** Adds every committed entry that is not sealed yet to the chain. */
  async seal(): Promise<void> {
    for (let sealed = BATCH; sealed === BATCH;) {
      const { last, count } = await this.transactions.run((tx) => this.sealBatch(tx));
      this.head.advance(last);
      sealed = count;
    }
  }

  private async sealBatch(tx: Tx): Promise<{ last: Link; count: number }> {
    await this.log.lockSealing(tx);
    let last = await this.log.findLastLink(tx);
    const entries = await this.log.findUnsealed(tx, BATCH);
    const links = entries.map((entry) => ({ id: entry.id, ...(last = linkAfter(last, entry)) }));
    await this.log.saveLinks(tx, links);
    return { last, count: entries.length };
  }
}
