import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ReceiptRequest } from '../../../contract/events.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import type { Actor } from '../../auth/actor.js';
import { PersonalEvents } from './personal-events.js';
import { historyStart } from '../model/history-window.js';

/** Five thousand devices report at once: they are kept four times a second, in one statement each. */
const EVERY_MS = 250;

interface Waiting extends ReceiptRequest {
  userId: string;
  alarmId: string;
  kept: () => void;
  refused: (error: unknown) => void;
}

interface Outcome {
  /** The places in the batch of those who may report on that alarm. */
  entitled: number[];
  /** Alarms of which something new became known. */
  changed: string[];
}

/** Keeps what devices say about an alarm: received, sounding, seen. Saying it twice is once. */
@Injectable()
export class ReceiptsService implements OnApplicationShutdown {
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly personalEvents: PersonalEvents,
  ) {}

  /**
   * Resolves when it is kept; of an alarm that is over nothing is kept any more.
   * @throws AppError alarm.not_found, the same for a stranger's alarm and for none
   */
  note(actor: Actor, alarmId: string, receipt: ReceiptRequest): Promise<void> {
    this.timer ??= setTimeout(() => void this.keep(), EVERY_MS);
    return new Promise((kept, refused) => {
      this.waiting.push({ ...receipt, alarmId, userId: actor.userId, kept, refused });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.keep();
  }

  private async keep(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const batch = this.waiting.splice(0);
    if (batch.length === 0) return;
    try {
      const { entitled, changed } = await this.write(batch);
      const known = new Set(entitled);
      batch.forEach(({ kept, refused }, place) => {
        if (known.has(place)) kept();
        else refused(new AppError('alarm.not_found'));
      });
      for (const alarmId of changed) this.personalEvents.reachChanged(alarmId);
    } catch (error) {
      for (const { refused } of batch) refused(error);
    }
  }

  private async write(batch: Waiting[]): Promise<Outcome> {
    const [outcome] = await this.database.query<Outcome[]>(
      `with given as (
         select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])
           with ordinality as g(user_id, alarm_id, device_id, level, place)
       ), entitled as (
         select g.place, g.alarm_id, m.id as membership_id, g.device_id, g.level,
                a.status = 'active' and a.expires_at > $5 as goes_on
           from given g
           join alarms a on a.id = g.alarm_id and a.raised_at > $6
           join memberships m on m.building_id = a.building_id and m.user_id = g.user_id
            and m.status = 'active'
       ), kept as (
         insert into alarm_receipts (alarm_id, membership_id, device_id, level, at)
         select alarm_id, membership_id, device_id, level, $5 from entitled where goes_on
         on conflict do nothing returning alarm_id
       )
       select coalesce((select json_agg(place - 1) from entitled), '[]') as entitled,
              coalesce((select json_agg(distinct alarm_id) from kept), '[]') as changed`,
      [
        batch.map(({ userId }) => userId),
        batch.map(({ alarmId }) => alarmId),
        batch.map(({ deviceId }) => deviceId),
        batch.map(({ level }) => level),
        this.clock.now(),
        historyStart(this.clock),
      ],
    );
    return outcome ?? { entitled: [], changed: [] };
  }
}
