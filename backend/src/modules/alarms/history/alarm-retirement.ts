import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { sha256 } from '../../../platform/hashing.js';
import { RetentionRules } from '../../../platform/retention/retention.js';
import { AuditService } from '../../audit/audit.service.js';
import { historyStart } from '../model/history-window.js';
import { ALARMS_RETENTION } from './alarms-retention.js';
import { RetiredAlarmsRepository } from './retired-alarms.repository.js';

const BATCH = 100;

/**
 * Deletes alarms after 12 months, with everything that belongs to them. The audit log keeps a
 * digest of each alarm's events, so that a copy of them can be verified later.
 */
@Injectable()
export class AlarmRetirement {
  constructor(
    retention: RetentionRules,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly alarms: RetiredAlarmsRepository,
    private readonly audit: AuditService,
  ) {
    retention.add(
      {
        table: 'alarms',
        personal: 'the member who raised it, by id',
        retainedFor: '12 months; readers do not see older ones',
        retire: () => this.retire(),
      },
      ...ALARMS_RETENTION,
    );
  }

  private async retire(): Promise<void> {
    for (let removed = BATCH; removed === BATCH;) {
      removed = await this.retireBatch();
    }
  }

  private retireBatch(): Promise<number> {
    return this.transactions.run(async (tx) => {
      const alarms = await this.alarms.lock(tx, historyStart(this.clock), BATCH);
      const acts = alarms.map(({ id, buildingId, events, story }) => ({
        action: 'alarm.retired' as const,
        buildingId,
        subjectId: id,
        details: { events, sha256: sha256(story ?? '') },
      }));
      await this.audit.write(tx, ...acts);
      await this.alarms.delete(
        tx,
        alarms.map(({ id }) => id),
      );
      return alarms.length;
    });
  }
}
