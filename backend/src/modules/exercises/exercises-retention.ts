import { TIMES } from '../../contract/limits.js';
import { monthsBefore } from '../../platform/clock.js';
import type { RetentionRule } from '../../platform/retention/retention.js';

export const EXERCISES_RETENTION: RetentionRule = {
  table: 'exercises',
  personal: 'how ready each member’s devices were when it began, and who planned it, by id',
  retainedFor: '12 months after it was to begin',
  export: (database, { membershipIds }) =>
    database.query(
      `select e.at, w.readiness from exercises e
         cross join lateral jsonb_each_text(e.readiness) as w(membership_id, readiness)
        where e.building_id in (select building_id from memberships where id = any($1))
          and w.membership_id = any($1::text[]) order by e.at`,
      [membershipIds],
    ),
  erase: (tx, { membershipIds }) =>
    tx.query(
      `update exercises set readiness = readiness - $1::text[]
        where building_id in (select building_id from memberships where id = any($1::uuid[]))
          and readiness ?| $1::text[]`,
      [membershipIds],
    ),
  retire: (database, now) =>
    database.query('delete from exercises where at < $1', [monthsBefore(now, TIMES.historyMonths)]),
};
