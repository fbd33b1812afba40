import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LogItem, Page } from '../../contract/http.js';
import { COUNTS } from '../../contract/limits.js';
import { pageCursor, readPageCursor } from '../../platform/input.js';

interface LogRow {
  id: string;
  at: Date;
  action: LogItem['action'];
  details: LogItem['details'];
  by: string | null;
  isAdministrator: boolean | null;
  about: { name: string; entrance: string | null; apartment: string } | null;
  isOwn: boolean | null;
}

/** Reads what was done in a building from the audit log, with names as they are now. */
@Injectable()
export class LogRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * @param before the cursor of the previous page
   * @param after entries from before are not read
   * @returns the entries, newest first, without those of alarms, which the history shows
   */
  async page(buildingId: string, before: string | undefined, after: Date): Promise<Page<LogItem>> {
    const cursor = readPageCursor(before);
    const rows = await this.database.query<LogRow[]>(
      `select l.id, l.at, l.action, l.details, own.name as by,
              own.id is null and 'admin' = any(u.roles) as "isAdministrator",
              case when m.id is not null then json_build_object(
                'name', m.name, 'entrance', m.entrance, 'apartment', m.apartment) end as about,
              m.user_id = l.actor_id as "isOwn"
         from audit_log l
         left join users u on u.id = l.actor_id
         left join memberships own on own.user_id = l.actor_id and own.building_id = l.building_id
         left join memberships m on m.id = l.subject_id and m.building_id = l.building_id
        where l.building_id = $1 and l.action not like 'alarm.%' and l.at >= $5
          and ($2::timestamptz is null or (l.at, l.id) < ($2::timestamptz, $3::uuid))
        order by l.at desc, l.id desc limit $4`,
      [buildingId, cursor.at, cursor.id, COUNTS.auditPerPage + 1, after],
    );
    const items = rows.slice(0, COUNTS.auditPerPage).map(itemOf);
    const last = rows.length > items.length ? items.at(-1) : undefined;
    return { items, next: last ? pageCursor(last.at, last.id) : null };
  }
}

function itemOf(row: LogRow): LogItem {
  const { id, at, action, details, by, isAdministrator, about, isOwn } = row;
  return {
    id,
    at: at.toISOString(),
    action,
    details,
    ...(by !== null && { by }),
    ...(isAdministrator && { byAdministrator: true }),
    ...(isOwn && { own: true }),
    ...(about && {
      about: {
        name: about.name,
        apartment: about.apartment,
        ...(about.entrance !== null && { entrance: about.entrance }),
      },
    }),
  };
}
