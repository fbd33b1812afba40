import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { PRESS_DATABASE } from '../../../platform/tokens.js';

export interface DueAlarm {
  id: string;
  buildingId: string;
}

/** Longer than a change may take, so that an alarm has one attempt at a time. */
const CLAIM_MS = 3_000;

/** Claims the alarms that are due to escalate, by one indexed column of their rows. */
@Injectable()
export class EscalationsRepository {
  constructor(@Inject(PRESS_DATABASE) private readonly database: DataSource) {}

  /**
   * Moves the due time of the claimed alarms, so that another attempt follows when this one fails or
   * its node dies. It waits for no row: `no key update` passes by receipts that are being saved.
   * @returns the alarms that have been due longest
   */
  async claim(now: Date, limit: number): Promise<DueAlarm[]> {
    const [rows] = await this.database.query<[DueAlarm[]]>(
      `update alarms set escalates_at = $2 where id in (
         select id from alarms where escalates_at <= $1
          order by escalates_at limit $3 for no key update skip locked
       ) returning id, building_id as "buildingId"`,
      [now, new Date(now.getTime() + CLAIM_MS), limit],
    );
    return rows;
  }
}
