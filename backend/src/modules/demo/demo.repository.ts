import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../platform/database/transactions.js';
import { DEMO_EMAILS } from '../auth/accounts.service.js';
import { DEMO_BUILDINGS, DEMO_CODE } from './demo-residents.js';

/** An arbitrary number that no other advisory lock uses. */
const SEED_LOCK = 0x64656d6f;

export interface DemoRemains {
  /** The seeded accounts with all their memberships. */
  accounts: { userId: string; membershipIds: string[] }[];
  codeIds: string[];
  /** The open demo building, and seeded buildings with a seeded member. */
  buildingIds: string[];
}

/** Locks the seeding of a demo, and finds and deletes what a demo has left in the database. */
@Injectable()
export class DemoRepository {
  constructor(private readonly database: DataSource) {}

  /** Blocks the seeding of other nodes that start at the same time, until the transaction ends. */
  async lockSeeding(tx: Tx): Promise<void> {
    await tx.query('select pg_advisory_xact_lock($1)', [SEED_LOCK]);
  }

  async findRemains(): Promise<DemoRemains> {
    const accounts = await this.database.query<DemoRemains['accounts']>(
      `select u.id as "userId",
              array(select m.id from memberships m where m.user_id = u.id) as "membershipIds"
         from users u where u.email = any($1)`,
      [DEMO_EMAILS],
    );
    const codeIds = await this.ids('select id from access_codes where code = $1', [DEMO_CODE]);
    // A real building may have the name of a seeded one, but no seeded member.
    const buildingIds = await this.ids(
      `select id from buildings b
        where open_demo or (name = any($1) and exists (
          select 1 from memberships m where m.building_id = b.id and m.user_id = any($2)))`,
      [DEMO_BUILDINGS.map(({ name }) => name), accounts.map(({ userId }) => userId)],
    );
    return { accounts, codeIds, buildingIds };
  }

  /** Deletes the code with its sessions. */
  async deleteCode(tx: Tx, id: string): Promise<void> {
    await tx.query('delete from access_codes where id = $1', [id]);
  }

  /** Deletes the building with its members and alarms. */
  async deleteBuilding(tx: Tx, id: string): Promise<void> {
    await tx.query('delete from buildings where id = $1', [id]);
  }

  private async ids(sql: string, parameters: unknown[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(sql, parameters);
    return rows.map(({ id }) => id);
  }
}
