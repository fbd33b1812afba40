import { Injectable } from '@nestjs/common';
import { requireAlarm } from '../model/alarm.js';
import { BuildingStream } from '../stream/building-stream.js';
import { AlarmRedaction } from './alarm-redaction.js';

/** Repeats in a restored database what had happened to its alarms. */
@Injectable()
export class AlarmReplayService {
  constructor(
    private readonly stream: BuildingStream,
    private readonly redaction: AlarmRedaction,
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

  async redact(alarmId: string): Promise<void> {
    await this.redaction.redact(alarmId);
  }
}
