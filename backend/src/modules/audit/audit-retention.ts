import { Inject, Injectable } from '@nestjs/common';
import { TIMES } from '../../contract/limits.js';
import type { Config } from '../../platform/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import { RetentionRules } from '../../platform/retention/retention.js';
import { CONFIG } from '../../platform/tokens.js';
import { AuditVerifier } from './audit-verifier.js';
import { AuditHead } from './audit-head.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditSealer } from './audit-sealer.js';
import { sign } from './chain.js';

/** Deletes old acts from the beginning of the chain; the rest begins at a signed checkpoint. */
@Injectable()
export class AuditRetention {
  constructor(
    retention: RetentionRules,
    @Inject(CONFIG) private readonly config: Config,
    private readonly head: AuditHead,
    private readonly log: AuditLogRepository,
    private readonly sealer: AuditSealer,
    private readonly transactions: Transactions,
    private readonly verifier: AuditVerifier,
  ) {
    retention.add(
      {
        table: 'audit_log',
        personal: 'accounts and memberships by id alone',
        retainedFor: '12 months',
        retire: () => this.retire(),
        export: (database, { userId }) =>
          database.query('select at, action from audit_log where actor_id = $1 order by at', [
            userId,
          ]),
      },
      { table: 'audit_checkpoint', retainedFor: 'always; one row' },
    );
  }

  /**
   * The entries' times are those that were sealed, because the whole chain is verified in the
   * snapshot that deletes them. Otherwise a time that was set back would delete its own evidence.
   */
  private async retire(): Promise<void> {
    // A worker with a new folder has no head yet, and would report that as a forgery.
    await this.sealer.seal();
    const head = this.head.read();
    await this.transactions.snapshot(async (tx) => {
      // Without the lock, a worker that seals now could miss the row of its head.
      await this.log.lockSealing(tx);
      const last = await this.log.findLastExpired(tx, TIMES.historyMonths);
      if (!last) return;
      const verdict = await this.verifier.verifyIn(tx, head);
      if (!verdict.whole) throw this.sealer.report(verdict);
      const mac = sign(last, this.config.secrets.auditCheckpointKeys);
      await this.log.deleteUpTo(tx, last, mac);
    });
  }
}
