import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { AuditService } from '../../audit/audit.service.js';
import { requireAlarm } from '../model/alarm.js';
import { BuildingStream } from '../stream/building-stream.js';
import { HistoryRepository } from './history.repository.js';

export type RedactionOutcome = 'redacted' | 'unknown' | 'active';

/** Corrects alarms for the operator, and in a restored database to what had happened to them. */
@Injectable()
export class AlarmCorrectionsService {
  constructor(
    private readonly stream: BuildingStream,
    private readonly transactions: Transactions,
    private readonly history: HistoryRepository,
    private readonly audit: AuditService,
  ) {}

  /** Ends an alarm that had ended then, without a push; one that is over stays as it is. */
  async end(
    { id: alarmId, buildingId }: { id: string; buildingId: string },
    kind: 'resolved' | 'cancelled' | 'expired',
    endedAt: string,
  ): Promise<void> {
    await this.stream.changeBySystem({ buildingId, alarmId, needs: 'none' }, ({ alarm }) => {
      const record = requireAlarm(alarm);
      if (record.status !== 'active') return { steps: [], record };
      const ended = { ...record, status: kind, endedAt };
      return { steps: [{ kind, record: ended }], record: ended };
    });
  }

  /**
   * Removes what people wrote in an alarm, for example about somebody's health. An active alarm keeps its
   * texts: neighbours go where they lead.
   */
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
