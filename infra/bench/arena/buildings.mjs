// @ts-check
import 'reflect-metadata';
import { createPrivateKey, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repository } from '../../local/repository.mjs';
import { ORIGIN } from './node.mjs';

/**
 * @typedef {object} Building
 * @property {string} id
 * @property {Member[]} members
 */
/** @typedef {{ userId: string, sessionId: string }} Member */

const MEMBERS = `
  with building as (
    insert into buildings (id, name, address, created_at) values ($1, 'Bench', 'Bench', now())
    returning id
  ), people as (
    insert into users (id, email, password_hash, password_is_long, created_at)
    select gen_random_uuid(), $1::text || '-' || n || '@resq.example', 'none', false, now()
      from generate_series(1, $2::int) n
    returning id
  ), sessions as (
    insert into auth_sessions (id, user_id, created_at, expires_at)
    select gen_random_uuid(), id, now(), now() + interval '1 day' from people
    returning id, user_id
  ), members as (
    insert into memberships (id, user_id, building_id, role, status, name, apartment, created_at)
    select gen_random_uuid(), people.id, building.id, 'resident', 'active', 'Karl Ek',
           (1000 + row_number() over ())::text, now()
      from people, building
  )
  select user_id as "userId", id as "sessionId" from sessions`;

/** Ended a month ago, with their two events each, as a building has them after some years. */
const OLD_ALARMS = `
  with old as (
    select gen_random_uuid() as id, n, now() - interval '30 days' - n * interval '1 minute' as at
      from generate_series(1, $2::int) n
  ), kept as (
    insert into alarms (id, building_id, type, exercise, status, sender_id, raised_at,
                        last_press_at, expires_at, last_seq)
    select old.id, $1, 'fire', false, 'resolved', m.id, at, at, at + interval '1 hour', 2 * n
      from old, lateral (select id from memberships where building_id = $1 limit 1) m
    returning id, sender_id, raised_at, last_seq
  ), events as (
    insert into alarm_events (building_id, seq, alarm_id, kind, record, people, at)
    select $1, last_seq - 1 + step, id, case step when 0 then 'raised' else 'resolved' end,
           jsonb_build_object('id', id, 'buildingId', $1::text, 'type', 'fire', 'status', 'resolved'),
           array[sender_id], raised_at + step * interval '1 minute'
      from kept, generate_series(0, 1) step
  )
  insert into building_streams (building_id, epoch, head) values ($1, gen_random_uuid(), 2 * $2::int)`;

/** Past the streams, because their events would be measured with the next alarm. */
const END_ALARMS = `update alarms set status = 'resolved', escalates_at = null where status = 'active'`;

const PRESENT = 'select count(*)::int as count from presences where device_id = any($1)';
const POLL_MS = 5;

/** @param {import('pg').Client} owner */
export function buildingsIn(owner) {
  return {
    /** @param {number} members @returns {Promise<Building>} */
    create: async (members) => {
      const id = randomUUID();
      const { rows } = await owner.query(MEMBERS, [id, members]);
      return { id, members: rows };
    },
    /** @param {string} id of a building without alarms @param {number} count */
    addOldAlarms: async (id, count) => {
      await owner.query(OLD_ALARMS, [id, count]);
      await owner.query('analyze alarms, alarm_events');
    },
    endAlarms: () => owner.query(END_ALARMS),
    /** Waits until this many of the devices are saved as connected. @param {string[]} deviceIds @param {number} count */
    untilPresent: async (deviceIds, count) => {
      while ((await owner.query(PRESENT, [deviceIds])).rows[0].count !== count)
        await sleep(POLL_MS);
    },
  };
}

/** @param {string} dataDir of the nodes @returns a function that signs a new access token */
export async function tokenSigner(dataDir) {
  const load = (/** @type {string} */ file) => import(join(repository, 'backend/dist', file));
  const { AccessTokens } = await load('modules/auth/sessions/access-tokens.js');
  const { SystemClock } = await load('platform/clock.js');
  const { signingKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const secrets = { signingKey: createPrivateKey(signingKey), previousKeys: [] };
  const tokens = new AccessTokens({ secrets, publicUrl: ORIGIN }, new SystemClock());
  return (/** @type {Member} */ { userId, sessionId }) =>
    /** @type {string} */ (tokens.sign(userId, sessionId).accessToken);
}
