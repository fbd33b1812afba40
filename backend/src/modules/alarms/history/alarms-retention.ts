import type { EntityManager } from 'typeorm';
import type { RetentionRule, Person } from '../../../platform/retention/retention.js';

const WITH_ALARM = '12 months after the alarm was raised, with it';

/** The retention rules of alarm data. `AlarmRetirement` adds the rule of `alarms` itself. */
export const ALARMS_RETENTION: RetentionRule[] = [
  { table: 'building_streams', retainedFor: 'as long as the building uses ResQ' },
  {
    table: 'alarm_events',
    personal: 'members who raised, joined, needed help or ended, by id; place and note',
    retainedFor: WITH_ALARM,
    export: (database, { membershipIds }) =>
      database.query(
        `select e.at, e.kind, e.record->>'type' as type, e.record->>'place' as place,
                e.record->>'note' as note
           from alarm_events e where e.people && $1::uuid[] order by e.at`,
        [membershipIds],
      ),
    erase: eraseWords,
  },
  ofMember(
    'presses',
    'the member who pressed, by id',
    'select at, merged from presses where membership_id = any($1) order by at',
    'delete from presses where membership_id = any($1)',
  ),
  ofMember(
    'alarm_responses',
    "each member's response and place, by id",
    'select at, response, place from alarm_responses where membership_id = any($1) order by at',
    'delete from alarm_responses where membership_id = any($1)',
  ),
  ofMember(
    'alarm_mutes',
    'the members who muted it, by id',
    'select at from alarm_mutes where membership_id = any($1) order by at',
    'delete from alarm_mutes where membership_id = any($1)',
  ),
  ofMember(
    'alarm_receipts',
    "each device's receipts and their times, by member id",
    'select at, level from alarm_receipts where membership_id = any($1) order by at',
    'delete from alarm_receipts where membership_id = any($1)',
  ),
  ofMember(
    'push_deliveries',
    'the pushes to each device and their times, by member id',
    'select at, step, result from push_deliveries where membership_id = any($1) order by at',
    'delete from push_deliveries where membership_id = any($1)',
  ),
];

/**
 * Makes the rule of a table whose rows belong to one member and one alarm.
 * @param rows selects the person's rows, by the ids of their memberships
 * @param removal deletes them
 */
function ofMember(table: string, personal: string, rows: string, removal: string): RetentionRule {
  return {
    table,
    personal,
    retainedFor: WITH_ALARM,
    export: (database, { membershipIds }) => database.query(rows, [membershipIds]),
    erase: async (tx, { membershipIds }) => {
      await tx.query(removal, [membershipIds]);
    },
  };
}

/** Erases what the person wrote. The alarm itself stays in the building's history. */
async function eraseWords(tx: EntityManager, { membershipIds }: Person): Promise<void> {
  await tx.query(
    `update alarm_events set record = record - 'place' - 'note'
      where (record->>'senderId')::uuid = any($1) and record ?| array['place', 'note']`,
    [membershipIds],
  );
  await tx.query(
    `update alarm_events set record = jsonb_set(record, '{needHelp}', coalesce((
        select jsonb_agg(case when (call->>'membershipId')::uuid = any($1)
                              then call - 'place' else call end order by nr)
          from jsonb_array_elements(record->'needHelp') with ordinality as calls(call, nr)), '[]'))
      where people && $1::uuid[] and jsonb_array_length(record->'needHelp') > 0`,
    [membershipIds],
  );
}
