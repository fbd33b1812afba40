import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AlarmResponse, Mute, Sync } from '../../../../contract/alarm.js';
import { prepared } from '../../../../platform/database/prepared.js';

/** The part of a sync that concerns only its reader. */
export type MemberState = Pick<Sync, 'answers' | 'muted'>;

/** A user's active memberships by building, with their responses and mutes. */
export type MemberStates = Map<string, MemberState>;

export const EMPTY_MEMBER_STATE: MemberState = { answers: [], muted: [] };

interface Row {
  userId: string;
  buildingId: string;
  answers: (AlarmResponse & { place: string | null })[];
  muted: Mute[];
}

/** $1 users. */
const MEMBER_STATES = prepared(
  'resq_member_states',
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
);

/** Reads members' responses to active alarms and their mutes. */
@Injectable()
export class MemberStateRepository {
  constructor(private readonly database: DataSource) {}

  /** @returns the states of each user, in one query; a user without memberships is missing */
  async read(userIds: string[]): Promise<Map<string, MemberStates>> {
    const rows = await this.database.query<Row[]>(MEMBER_STATES, [userIds]);
    const states = new Map<string, MemberStates>();
    for (const { userId, buildingId, answers, muted } of rows) {
      const state = { answers: answers.map(responseView), muted: muted.map(withWireTime) };
      const known = states.get(userId) ?? new Map<string, MemberState>();
      states.set(userId, known.set(buildingId, state));
    }
    return states;
  }
}

function responseView({
  place,
  ...response
}: AlarmResponse & { place: string | null }): AlarmResponse {
  return withWireTime({ ...response, ...(place !== null && { place }) });
}

const withWireTime = <T extends { at: string }>(value: T): T => ({
  ...value,
  at: new Date(value.at).toISOString(),
});
