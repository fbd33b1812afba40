/** The size of the largest building that every page of a board is made for. */
export const CROWD = { homes: 300, members: 600 } as const;

/**
 * Fills a building with hundreds of homes and members, with all that they have in the lists of a board.
 * @param buildingId a building with a manager
 * @param others further buildings, with four homes, members and invitations each
 * @returns statements for the owner of the database
 */
export function crowdOf(buildingId: string, others: number): string[] {
  return STATEMENTS.map((sql) =>
    sql.replaceAll('$building', `'${buildingId}'`).replaceAll('$others', String(others)),
  );
}

const STATEMENTS = [
  `insert into buildings (id, name, address, created_at, open_demo)
   select gen_random_uuid(), 'Hus ' || n, 'Gatan ' || n, now() - n * interval '1 minute', false
     from generate_series(1, $others) n`,
  `create temp table crowd as
   select b.id as building_id, gen_random_uuid() as user_id, gen_random_uuid() as id, n
     from buildings b cross join lateral generate_series(1, 4) n where b.id <> $building
    union all
   select $building, gen_random_uuid(), gen_random_uuid(), n from generate_series(1, ${CROWD.members}) n`,
  `insert into users (id, email, password_hash, password_is_long, created_at)
   select user_id, user_id || '@resq.example', '', true, now() from crowd`,
  `insert into memberships (id, user_id, building_id, role, status, may_send, name, entrance,
                            apartment, created_at, active_since)
   select id, user_id, building_id, 'resident', 'active', true, 'Namn ' || n, 'A',
          lpad((1000 + n % ${CROWD.homes})::text, 4, '0'), now(), now() from crowd`,
  `insert into homes (building_id, entrance, apartment)
   select building_id, 'A', lpad((1000 + n % ${CROWD.homes})::text, 4, '0') from crowd
   on conflict do nothing`,
  `insert into invitations (id, building_id, kind, role, token_hash, entrance, apartment, invited_by,
                            created_at, expires_at, ended_at)
   select gen_random_uuid(), building_id, 'personal', 'resident', gen_random_uuid()::text, 'A',
          lpad((1000 + n % ${CROWD.homes})::text, 4, '0'), id, now(), now() + interval '60 days',
          case when n % 2 = 0 then now() end
     from crowd`,
  `insert into devices (user_id, device_id, label, sound, push, seen_at)
   select user_id, gen_random_uuid(), 'Chrome', 'armed', 'on', now() from crowd`,
  `insert into auth_sessions (id, user_id, created_at, expires_at)
   select user_id, user_id, now(), now() + interval '30 days' from crowd`,
  `insert into second_factors (user_id, secret, last_step, created_at)
   select user_id, '', 0, now() from crowd`,
  `insert into push_subscriptions (id, user_id, device_id, session_id, endpoint, p256dh, auth,
                                   created_at, tested_at)
   select gen_random_uuid(), user_id, device_id, user_id, device_id, '', '', now(), now()
     from devices join crowd using (user_id)`,
  `insert into presences (node_id, user_id, device_id, armed)
   select n.id, user_id, device_id, true from (select id from nodes limit 1) n, devices
     join crowd using (user_id)`,
  `insert into audit_log (id, at, action, actor_id, building_id, subject_id, details)
   select gen_random_uuid(), now() - n * interval '1 hour',
          case when n % 2 = 0 then 'alarm.raised' else 'membership.changed' end,
          user_id, building_id, id, '{}' from crowd`,
  `insert into exercises (id, building_id, at, created_at)
   select gen_random_uuid(), building_id, now() - n * interval '1 day', now() from crowd`,
  `insert into alarms (id, building_id, sender_id, type, exercise, status, raised_at, last_press_at,
                       expires_at, last_seq)
   select gen_random_uuid(), building_id, id, 'fire', n % 5 = 0, 'resolved',
          now() - n * interval '1 day', now(), now(), 0 from crowd`,
  `insert into alarm_responses (alarm_id, membership_id, response, at)
   select id, sender_id, 'safe', raised_at from alarms`,
  `insert into alarm_receipts (alarm_id, membership_id, device_id, level, at)
   select id, sender_id, sender_id, 'seen', raised_at from alarms`,
  `insert into kiosks (id, building_id, place, secret_hash, created_at, paired_at)
   select gen_random_uuid(), building_id, 'Trapphus', '', now(), now() from crowd where n = 1`,
];
