import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { TIMES } from '../../contract/limits.js';
import type { Config } from '../../platform/config.js';
import { RetentionRules } from '../../platform/retention/retention.js';
import { CONFIG } from '../../platform/tokens.js';
import { AuditCheckpoint } from './audit-entry.entity.js';
import { sign, type Link } from './chain.js';

/** The id of the only row in `audit_checkpoint`. */
const CHECKPOINT_ID = '00000000-0000-4000-8000-000000000001';

/** Deletes old acts from the beginning of the chain; the rest begins at a signed checkpoint. */
@Injectable()
export class AuditRetention {
  constructor(
    retention: RetentionRules,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    retention.add(
      {
        table: 'audit_log',
        personal: 'accounts and memberships by id alone',
        retainedFor: '12 months',
        retire: (database, now) => this.retire(database, now),
        export: (database, { userId }) =>
          database.query('select at, action from audit_log where actor_id = $1 order by at', [
            userId,
          ]),
      },
      { table: 'audit_checkpoint', retainedFor: 'always; one row' },
    );
  }

  private async retire(database: DataSource, now: Date): Promise<void> {
    const before = new Date(now);
    before.setUTCMonth(before.getUTCMonth() - TIMES.historyMonths);
    await database.transaction(async (tx) => {
      // Only entries before the first one to keep are deleted, because the chain has no gaps.
      const [last] = await tx.query<Link[]>(
        `select seq, hash from audit_log
          where seq < coalesce((select min(seq) from audit_log where at > $1), 2147483647)
          order by seq desc limit 1`,
        [before],
      );
      if (!last) return;
      const mac = sign(last, this.config.secrets.auditKey);
      await tx.upsert(AuditCheckpoint, { id: CHECKPOINT_ID, ...last, mac }, ['id']);
      await tx.query('delete from audit_log where seq <= $1', [last.seq]);
    });
  }
}
