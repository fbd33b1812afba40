import { Injectable } from '@nestjs/common';
import type { Sync } from '../../contract/alarm.js';
import { Clock } from '../../platform/clock.js';
import { EMPTY_STATE, MemberStateRepository } from './stream/member-state.repository.js';
import { StreamReader } from './stream/stream-reader.repository.js';
import { syncOf } from './stream/stream-sync.js';

/** Reads a building's stream for one of its members. */
@Injectable()
export class AlarmQueries {
  constructor(
    private readonly clock: Clock,
    private readonly reader: StreamReader,
    private readonly memberStates: MemberStateRepository,
  ) {}

  /**
   * Reads the events after a client's cursor, or a reset when the cursor cannot be continued.
   * @param cursor undefined for a client without any state
   * @param limit the most events; `more` is true when events are left
   */
  async sync(
    userId: string,
    buildingId: string,
    cursor: { seq: number; epoch?: string; at?: string } | undefined,
    limit: number,
  ): Promise<Sync> {
    const after = cursor?.seq ?? 0;
    const slice = await this.reader.read(buildingId, { after, limit: cursor ? limit : 0 });
    const now = this.clock.now();
    const sync = syncOf(slice, { buildingId, cursor, now, limits: { events: limit } });
    const states = (await this.memberStates.read([userId])).get(userId);
    return { ...sync, ...(states?.get(buildingId) ?? EMPTY_STATE) };
  }
}
