import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock.js';
import { RetentionRules } from '../../../platform/retention/retention.js';
import { AuditService } from '../../audit/audit.service.js';
import { historyStart } from '../model/history-window.js';
import { ALARMS_RETENTION } from './alarms-retention.js';

const BATCH = 100;

/**
 * Alarms leave after 12 months, with all that hangs on them. What stays is a line in the audit log
 * with a digest: whoever kept an export can prove that it is the story that was there.
 */
@Injectable()
export class AlarmRetirement {
  constructor(
    retention: RetentionRules,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {
    retention.add(
      {
        table: 'alarms',
        personal: 'who raised it, by membership',
        kept: '12 months; readers do not see older ones',
        retire: (database) => this.retire(database),
      },
      ...ALARMS_RETENTION,
    );
  }

  private async retire(database: DataSource): Promise<void> {
    for (let removed = BATCH; removed === BATCH;) {
      removed = await this.retireBatch(database);
    }
  }

  private retireBatch(database: DataSource): Promise<number> {
    return database.transaction(async (tx) => {
      const alarms = await tx.query<
        { id: string; buildingId: string; events: number; story: string }[]
      >(
        `select a.id, a.building_id as "buildingId", e.events, e.story from (
           select id, building_id, raised_at from alarms where raised_at <= $1
            order by raised_at limit $2 for update skip locked
         ) a join lateral (
           select count(*)::int as events,
                  string_agg(seq || ' ' || kind || ' ' || record::text, e'\\n' order by seq) as story
             from alarm_events where alarm_id = a.id
         ) e on true order by a.raised_at`,
        [historyStart(this.clock), BATCH],
      );
      const acts = alarms.map(({ id, buildingId, events, story }) => ({
        action: 'alarm.retired' as const,
        buildingId,
        subjectId: id,
        details: {
          events,
          sha256: createHash('sha256')
            .update(story ?? '')
            .digest('hex'),
        },
      }));
      await this.audit.write(tx, ...acts);
      await tx.query('delete from alarms where id = any($1)', [alarms.map(({ id }) => id)]);
      return alarms.length;
    });
  }
}
