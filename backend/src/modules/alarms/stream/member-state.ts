import type { DataSource } from 'typeorm';
import type { AlarmResponse, Mute, Sync } from '../../../contract/alarm.js';

/** What a sync says about its reader alone. */
export type MemberState = Pick<Sync, 'answers' | 'muted'>;

/** The buildings whose active member somebody is, with what they did about what is going on there. */
export type MemberStates = Map<string, MemberState>;

export const EMPTY_MEMBER_STATE: MemberState = { answers: [], muted: [] };

interface Row {
  userId: string;
  buildingId: string;
  answers: (AlarmResponse & { place: string | null })[];
  muted: Mute[];
}

/** @returns the standing of each person, in one query; whoever is nowhere a member is missing */
export async function readMemberStates(
  database: DataSource,
  userIds: string[],
): Promise<Map<string, MemberStates>> {
  const rows = await database.query<Row[]>(
    `select m.user_id as "userId", m.building_id as "buildingId", coalesce((
              select json_agg(json_build_object(
                       'alarmId', r.alarm_id, 'response', r.response, 'place', r.place, 'at', r.at))
                from alarms a
                join alarm_responses r on r.alarm_id = a.id and r.membership_id = m.id
               where a.building_id = m.building_id and a.status = 'active'), '[]') as answers,
            coalesce((
              select json_agg(json_build_object('alarmId', u.alarm_id, 'muted', true, 'at', u.at))
                from alarms a
                join alarm_mutes u on u.alarm_id = a.id and u.membership_id = m.id
               where a.building_id = m.building_id and a.status = 'active'), '[]') as muted
       from memberships m
      where m.user_id = any($1) and m.status = 'active' order by m.created_at, m.id`,
    [userIds],
  );
  const standings = new Map<string, MemberStates>();
  for (const { userId, buildingId, answers, muted } of rows) {
    const standing = standings.get(userId) ?? new Map<string, MemberState>();
    const own = { answers: answers.map(responseView), muted: muted.map(inWireTime) };
    standings.set(userId, standing.set(buildingId, own));
  }
  return standings;
}

function responseView({ place, ...told }: AlarmResponse & { place: string | null }): AlarmResponse {
  return inWireTime({ ...told, ...(place !== null && { place }) });
}

const inWireTime = <T extends { at: string }>(told: T): T => ({
  ...told,
  at: new Date(told.at).toISOString(),
});
