import type { DataSource } from 'typeorm';
import type { Answer } from '../../contract/alarm.js';

/** The buildings whose active member somebody is, with their answers to what is going on there. */
export type Standing = Map<string, Answer[]>;

/** @returns the standing of each person, in one query; whoever is nowhere a member is missing */
export async function readStandings(
  database: DataSource,
  userIds: string[],
): Promise<Map<string, Standing>> {
  const rows = await database.query<
    { userId: string; buildingId: string; answers: (Answer & { place: string | null })[] }[]
  >(
    `select m.user_id as "userId", m.building_id as "buildingId", coalesce((
              select json_agg(json_build_object(
                       'alarmId', r.alarm_id, 'response', r.response, 'place', r.place, 'at', r.at))
                from alarms a
                join alarm_responses r on r.alarm_id = a.id and r.membership_id = m.id
               where a.building_id = m.building_id and a.status = 'active'), '[]') as answers
       from memberships m
      where m.user_id = any($1) and m.status = 'active' order by m.created_at, m.id`,
    [userIds],
  );
  const standings = new Map<string, Standing>();
  for (const { userId, buildingId, answers } of rows) {
    const standing = standings.get(userId) ?? new Map<string, Answer[]>();
    standings.set(userId, standing.set(buildingId, answers.map(answerView)));
  }
  return standings;
}

function answerView({ place, at, ...told }: Answer & { place: string | null }): Answer {
  return { ...told, ...(place !== null && { place }), at: new Date(at).toISOString() };
}
