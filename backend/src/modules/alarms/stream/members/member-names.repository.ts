import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MemberNames } from '../../model/alarm-views.js';

/** Reads the names and homes of members. */
@Injectable()
export class MemberNamesRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns names and homes by membership id; erased memberships are missing */
  async read(membershipIds: string[]): Promise<MemberNames> {
    const rows = await this.database.query<
      { id: string; name: string; entrance: string | null; apartment: string }[]
    >('select id, name, entrance, apartment from memberships where id = any($1)', [
      [...new Set(membershipIds)],
    ]);
    return Object.fromEntries(rows.map(({ id, ...person }) => [id, person]));
  }
}
