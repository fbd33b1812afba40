import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** One step of an alarm, with ids and without names. */
export interface TimelineStep {
  at: Date;
  what: string;
  about: Record<string, unknown>;
}

/** Reads what the database knows of an alarm, from its presses to each device's receipts. */
@Injectable()
export class AlarmTimelineRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns the steps in their order; none for an unknown alarm */
  read(alarmId: string): Promise<TimelineStep[]> {
    return this.database.query<TimelineStep[]>(
      `select at, what, jsonb_strip_nulls(about) as about from (
         select 1 as place, at, 'press saved' as what, jsonb_build_object(
                  'pressId', id, 'membershipId', membership_id, 'seq', seq, 'merged', merged) as about
           from presses where alarm_id = $1
         union all
         select 2, at, 'event ' || kind, jsonb_build_object('seq', seq)
           from alarm_events where alarm_id = $1
         union all
         select 3, at, 'push ' || result, jsonb_build_object(
                  'membershipId', membership_id, 'deviceId', device_id, 'step', step)
           from push_deliveries where alarm_id = $1
         union all
         select 4, at, 'receipt ' || level, jsonb_build_object(
                  'membershipId', membership_id, 'deviceId', device_id)
           from alarm_receipts where alarm_id = $1
         union all
         select 5, at, 'response ' || response, jsonb_build_object('membershipId', membership_id)
           from alarm_responses where alarm_id = $1
       ) as steps order by at, place`,
      [alarmId],
    );
  }
}
