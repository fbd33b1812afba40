import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AlarmResponse, Mute, Sync } from '../../../contract/alarm.js';
import { Clock } from '../../../platform/clock.js';
import { BatchLoader } from '../../../platform/database/batch-loader.js';
import { prepared } from '../../../platform/database/prepared.js';

/** The part of a sync that concerns only its reader. */
export type OwnState = Pick<Sync, 'answers' | 'muted' | 'ownAt'>;

/** A user's active memberships by building, with their responses and mutes. */
export type MemberStates = Map<string, OwnState>;

export const EMPTY_STATE: OwnState = { answers: [], muted: [] };

/**
 * Many tabs connect at the same time, already grouped by the look-up of their sign-ins, so a short wait
 * collects them. Look-ups run in parallel: a slow one delays its own connections only.
 */
const CROWD = { soonMs: 10, everyMs: 40, holdMs: 0 };

interface Row {
  userId: string;
  buildingId: string;
  answers: AlarmResponse[];
  muted: Mute[];
}

/** $1 users. */
const MEMBER_STATES = prepared(
  'resq_member_states',
  `select m.user_id as "userId", m.building_id as "buildingId", coalesce((
          select json_agg(json_strip_nulls(json_build_object(
                   'alarmId', r.alarm_id, 'response', r.response, 'place', r.place, 'turn', r.turn,
                   'at', r.at)))
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
  private readonly crowd = new BatchLoader((userIds: string[]) => this.read(userIds), CROWD);

  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @returns the states of one user, read together with those of others who connect */
  async ofConnecting(userId: string): Promise<MemberStates> {
    return (await this.crowd.load(userId)) ?? new Map<string, never>();
  }

  /** @returns the states of each user, in one query; a user without memberships is missing */
  async read(userIds: string[]): Promise<Map<string, MemberStates>> {
    const ownAt = this.clock.now().toISOString();
    const rows = await this.database.query<Row[]>(MEMBER_STATES, [userIds]);
    const states = new Map<string, MemberStates>();
    for (const { userId, buildingId, answers, muted } of rows) {
      const state = { answers: answers.map(withWireTime), muted: muted.map(withWireTime), ownAt };
      const known = states.get(userId) ?? new Map<string, OwnState>();
      states.set(userId, known.set(buildingId, state));
    }
    return states;
  }
}

const withWireTime = <T extends { at: string }>(value: T): T => ({
  ...value,
  at: new Date(value.at).toISOString(),
});
