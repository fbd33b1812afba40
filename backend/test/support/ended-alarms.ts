import type { Client } from 'pg';

/** Adds ended alarms of one member, each with an event, to a seeded database. */
export async function addAlarms(client: Client, count: number): Promise<void> {
  await client.query(
    `insert into alarms (id, building_id, type, exercise, status, sender_id, raised_at, last_press_at,
                         expires_at, last_seq)
     select gen_random_uuid(), m.building_id, 'fire', false, 'resolved', m.id, now(), now(), now(), n
       from (select * from memberships limit 1) as m, generate_series(1, ${count}) as n`,
  );
  await client.query(
    `insert into alarm_events (building_id, seq, alarm_id, kind, record, people, at)
     select building_id, last_seq, id, 'resolved', '{"note": "å \\\\ \\""}', array[sender_id], raised_at
       from alarms`,
  );
}
