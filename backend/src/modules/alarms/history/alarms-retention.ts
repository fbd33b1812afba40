import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transactions.js';
import { sha256 } from '../../../platform/secret-texts.js';
import { PROBE_BUILDING_ID } from '../../../platform/probe-building.js';
import {
  RetentionRules,
  type RetentionRule,
  type Person,
} from '../../../platform/retention/retention.js';
import { AuditService } from '../../audit/audit.service.js';
import { historyStart } from '../model/alarm.js';

const WITH_ALARM = '12 months after the alarm was raised, with it';
/** An alarm of 300 homes has thousands of rows in other tables, and a statement has three seconds. */
const BATCH = 10;
const PROBE_RETAINED_MS = 60 * 60_000;

interface OldAlarm {
  id: string;
  buildingId: string;
  events: number;
  /** The alarm's events as text, in order; the audit log keeps their digest. */
  story: string | null;
}

/**
 * Deletes alarms after 12 months, with everything that belongs to them. The audit log keeps a
 * digest of each alarm's events, so that a copy of them can be verified later.
 */
@Injectable()
export class AlarmRetirement {
  constructor(
    retention: RetentionRules,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {
    retention.add(
      {
        table: 'alarms',
        personal: 'the member who raised it, by id',
        retainedFor: '12 months; readers do not see older ones; those of the probe an hour',
        retire: async (database, now) => {
          // The probe does so every 30 s, and may have stopped.
          await deleteProbeAlarms(database, now);
          await this.retire();
        },
      },
      ...ALARMS_RETENTION,
    );
  }

  private async retire(): Promise<void> {
    for (let removed = BATCH; removed === BATCH;) {
      removed = await this.transactions.run((tx) => this.retireBatch(tx));
    }
  }

  /** Retires the oldest alarms; those that another worker has locked are skipped. */
  private async retireBatch(tx: Tx): Promise<number> {
    const alarms = await tx.query<OldAlarm[]>(
      `select a.id, a.building_id as "buildingId", e.events, e.story from (
         select id, building_id, raised_at from alarms where raised_at <= $1
          order by raised_at limit $2 for update skip locked
       ) a join lateral (
         select count(*)::int as events,
                string_agg(seq || ' ' || kind || ' ' || record::text, e'\\n' order by seq) as story
           from alarm_events where alarm_id = a.id
       ) e on true order by a.raised_at`,
      [historyStart(this.clock), BATCH],
    );
    const acts = alarms.map(({ id, buildingId, events, story }) => ({
      action: 'alarm.retired' as const,
      buildingId,
      subjectId: id,
      details: { events, sha256: sha256(story ?? '') },
    }));
    await this.audit.write(tx, ...acts);
    const ids = alarms.map(({ id }) => id);
    await tx.query('delete from alarms where id = any($1)', [ids]);
    return alarms.length;
  }
}

/** Deletes the probe's alarms with everything that belongs to them. No line of the audit log is written. */
export async function deleteProbeAlarms(database: DataSource, now: Date): Promise<void> {
  await database.query('delete from alarms where building_id = $1 and raised_at <= $2', [
    PROBE_BUILDING_ID,
    new Date(now.getTime() - PROBE_RETAINED_MS),
  ]);
}

/** The rules of the tables beside `alarms`. */
const ALARMS_RETENTION: RetentionRule[] = [
  { table: 'building_streams', retainedFor: 'as long as the building uses ResQ' },
  {
    table: 'alarm_events',
    personal: 'members who raised, joined, needed help or ended, by id; place and note',
    retainedFor: WITH_ALARM,
    export: (database, { membershipIds }) =>
      database.query(
        `select e.at, e.kind, e.record->>'type' as type, e.record->>'place' as place,
                e.record->>'note' as note
           from alarm_events e
          where e.building_id in (select building_id from memberships where id = any($1))
            and e.people && $1::uuid[] order by e.at`,
        [membershipIds],
      ),
    erase: eraseWords,
  },
  ofMember('presses', 'the member who pressed, by id', 'at, merged'),
  ofMember('alarm_responses', "each member's response and place, by id", 'at, response, place'),
  ofMember('alarm_mutes', 'the members who muted it, by id', 'at'),
  ofMember('alarm_receipts', "each device's receipts and their times, by member id", 'at, level'),
  ofMember(
    'push_deliveries',
    'the pushes to each device and their times, by member id',
    'at, step, result',
  ),
];

/**
 * Makes the rule of a table whose rows belong to one member and one alarm. The rows are looked up by the
 * alarms of the member's buildings: an index by member would cost each press, receipt and push a write.
 * @param columns the person's part of an export
 */
function ofMember(table: string, personal: string, columns: string): RetentionRule {
  const rows = `
    ${table} where membership_id = any($1) and alarm_id in (
      select a.id from alarms a join memberships m on m.building_id = a.building_id
       where m.id = any($1))`;
  const selection = `select ${columns} from ${rows} order by at`;
  const deletion = `delete from ${rows}`;
  return {
    table,
    personal,
    retainedFor: WITH_ALARM,
    export: (database, { membershipIds }) => database.query(selection, [membershipIds]),
    erase: async (tx, { membershipIds }) => {
      await tx.query(deletion, [membershipIds]);
    },
  };
}

/** Erases what the person wrote. The alarm itself stays in the building's history. */
async function eraseWords(tx: Tx, { membershipIds }: Person): Promise<void> {
  // A change that has read the words, such as the alarm's expiry, must read the stream again.
  await tx.query(
    `update building_streams set head = head
      where building_id in (select building_id from memberships where id = any($1))`,
    [membershipIds],
  );
  await tx.query(
    `update alarm_events set record = record - 'place' - 'note'
      where building_id in (select building_id from memberships where id = any($1))
        and (record->>'senderId')::uuid = any($1) and record ?| array['place', 'note']`,
    [membershipIds],
  );
  await tx.query(
    `update alarm_events set record = jsonb_set(record, '{needHelp}', coalesce((
        select jsonb_agg(case when (call->>'membershipId')::uuid = any($1)
                              then call - 'place' else call end order by nr)
          from jsonb_array_elements(record->'needHelp') with ordinality as calls(call, nr)), '[]'))
      where building_id in (select building_id from memberships where id = any($1))
        and people && $1::uuid[] and jsonb_array_length(record->'needHelp') > 0`,
    [membershipIds],
  );
}
