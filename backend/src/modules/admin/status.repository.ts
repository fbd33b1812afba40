import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SavedNodeState } from '../../platform/node-state.js';
import { PROBE_BUILDING_ID } from '../../platform/probe-building.js';

export interface SavedNode {
  aliveAt: Date;
  /** Null for a node of a release that saves none. */
  state: SavedNodeState | null;
}

/** Reads what the nodes and the probe have left in the database. */
@Injectable()
export class StatusRepository {
  constructor(private readonly database: DataSource) {}

  findNodes(): Promise<SavedNode[]> {
    return this.database.query('select alive_at as "aliveAt", state from nodes');
  }

  /** @returns when the last synthetic alarm was heard; null without one within the hour */
  async findLastReceived(): Promise<Date | null> {
    const [row] = await this.database.query<{ at: Date | null }[]>(
      `select max(r.at) as at from alarms a join alarm_receipts r on r.alarm_id = a.id
        where a.building_id = $1`,
      [PROBE_BUILDING_ID],
    );
    return row?.at ?? null;
  }
}
