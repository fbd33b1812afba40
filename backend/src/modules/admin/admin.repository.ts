import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AuditItem } from '../../contract/audit.js';
import type { Page } from '../../contract/http.js';
import { COUNTS } from '../../contract/limits.js';
import { pageCursor, readPageCursor } from '../../platform/input.js';
import type { SavedNodeState } from '../../platform/node-state.js';
import { PROBE_BUILDING_ID } from '../../platform/probe-building.js';

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

/** An audit entry, with its actor's current e-mail address and its building's current name. */
type AuditItemRow = Pick<AuditItem, 'id' | 'action' | 'details'> &
  Nullable<Required<Pick<AuditItem, 'buildingId' | 'building' | 'subjectId' | 'seq'>>> & {
    at: Date;
    actorId: string | null;
    email: string | null;
  };

export interface SavedNode {
  aliveAt: Date;
  /** Null for a node of a release that saves none. */
  state: SavedNodeState | null;
}

/** Reads what administrators see: the audit log, and what nodes and probe left in the database. */
@Injectable()
export class AdminRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Reads a page of the audit log with current names; an erased account has none.
   * @param query `before` is the cursor of the previous page; `action` is one action or a group of them
   * @returns the entries, newest first
   */
  async auditPage({
    before,
    action,
  }: {
    before?: string;
    action?: string;
  }): Promise<Page<AuditItem>> {
    const cursor = readPageCursor(before);
    const rows = await this.database.query<AuditItemRow[]>(
      `select l.id, l.at, l.action, l.actor_id as "actorId", u.email,
              l.building_id as "buildingId", b.name as building, l.subject_id as "subjectId",
              l.details, l.seq
         from audit_log l
         left join users u on u.id = l.actor_id
         left join buildings b on b.id = l.building_id
        where ($1::timestamptz is null or (l.at, l.id) < ($1::timestamptz, $2::uuid))
          and ($3::text is null or l.action = $3 or starts_with(l.action, $3 || '.'))
        order by l.at desc, l.id desc limit $4`,
      [cursor.at, cursor.id, action ?? null, COUNTS.auditPerPage + 1],
    );
    const items = rows.slice(0, COUNTS.auditPerPage).map(itemOf);
    const last = rows.length > items.length ? items.at(-1) : undefined;
    return { items, next: last ? pageCursor(last.at, last.id) : null };
  }

  findNodes(): Promise<SavedNode[]> {
    return this.database.query('select alive_at as "aliveAt", state from nodes');
  }

  /**
   * @returns when the last synthetic alarm was heard; null when none is saved, because housekeeping deletes
   *   them; undefined where no probe has ever run
   */
  async findLastReceived(): Promise<Date | null | undefined> {
    const [row] = await this.database.query<{ at: Date | null }[]>(
      `select (select max(r.at) from alarms a join alarm_receipts r on r.alarm_id = a.id
                where a.building_id = b.id) as at
         from buildings b where b.id = $1`,
      [PROBE_BUILDING_ID],
    );
    return row?.at;
  }
}

function itemOf({ id, at, action, actorId, email, details, ...named }: AuditItemRow): AuditItem {
  const known = Object.entries(named).filter(([, value]) => value !== null);
  return {
    id,
    at: at.toISOString(),
    action,
    ...(actorId && { actor: { id: actorId, ...(email && { email }) } }),
    ...(Object.fromEntries(known) as Partial<AuditItem>),
    details,
  };
}
