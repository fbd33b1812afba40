import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { AuditAlarm } from './audit-alarm.js';
import { AuditHead } from './audit-head.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditVerifier } from './audit-verifier.js';
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
    private readonly verifier: AuditVerifier,
    private readonly alarm: AuditAlarm,
  ) {
    jobs.handleEvery('audit.seal', EVERY_MS, () => this.seal());
  }

  /**
   * Adds every committed entry that is not sealed yet to the chain. A new head is signed only when
   * the chain continues the old one: the hashes have no key, so anybody could compute a chain anew.
   */
  async seal(): Promise<void> {
    for (let sealed = BATCH; sealed === BATCH;) {
      const head = this.head.read();
      const { last, count, found } = await this.transactions.run(async (tx) => {
        await this.log.lockSealing(tx);
        const found = await this.verifier.findBreakSince(tx, head);
        return { ...(await this.sealBatch(tx)), found };
      });
      if (found) this.alarm.raise(found);
      else this.head.advance(last);
      sealed = count;
    }
  }

  private async sealBatch(tx: Tx): Promise<{ last: Link; count: number }> {
    let last = await this.log.findLastLink(tx);
    const entries = await this.log.findUnsealed(tx, BATCH);
    const links = entries.map((entry) => ({ id: entry.id, ...(last = linkAfter(last, entry)) }));
    await this.log.saveLinks(tx, links);
    return { last, count: entries.length };
  }
}
