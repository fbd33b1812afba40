import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AuditItem } from '../../contract/audit.js';

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

/** An audit entry, with its actor's current e-mail address and its building's current name. */
export type AuditItemRow = Pick<AuditItem, 'id' | 'action' | 'details'> &
  Nullable<Required<Pick<AuditItem, 'buildingId' | 'building' | 'subjectId' | 'seq'>>> & {
    at: Date;
    actorId: string | null;
    email: string | null;
  };

@Injectable()
export class AuditItemRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * @param before the last entry of the previous page; nulls for the first page
   * @param action one action, or a group of them; null for all
   * @returns the entries, newest first
   */
  findBefore(
    before: { at: string | null; id: string | null },
    action: string | null,
    limit: number,
  ): Promise<AuditItemRow[]> {
    return this.database.query<AuditItemRow[]>(
      `select l.id, l.at, l.action, l.actor_id as "actorId", u.email,
              l.building_id as "buildingId", b.name as building, l.subject_id as "subjectId",
              l.details, l.seq
         from audit_log l
         left join users u on u.id = l.actor_id
         left join buildings b on b.id = l.building_id
        where ($1::timestamptz is null or (l.at, l.id) < ($1::timestamptz, $2::uuid))
          and ($3::text is null or l.action = $3 or starts_with(l.action, $3 || '.'))
        order by l.at desc, l.id desc limit $4`,
      [before.at, before.id, action, limit],
    );
  }
}
