import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { AuditService } from '../../audit/audit.service.js';
import { HistoryRepository } from './history.repository.js';

export type RedactionOutcome = 'redacted' | 'unknown' | 'active';

/** Removes what people wrote in an alarm, for example about somebody's health. */
@Injectable()
export class AlarmRedaction {
  constructor(
    private readonly transactions: Transactions,
    private readonly history: HistoryRepository,
    private readonly audit: AuditService,
  ) {}

  /** An active alarm keeps its texts: neighbours go where they lead. */
  redact(alarmId: string): Promise<RedactionOutcome> {
    return this.transactions.run(async (tx) => {
      const alarm = await this.history.find(tx, alarmId);
      if (!alarm) return 'unknown';
      const { buildingId, status } = alarm;
      if (status === 'active') return 'active';
      await this.history.removeTexts(tx, alarmId);
      await this.audit.write(tx, { action: 'alarm.redacted', buildingId, subjectId: alarmId });
      return 'redacted';
    });
  }
}
