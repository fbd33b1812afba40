// @ts-check
import 'reflect-metadata';
import { createPrivateKey, createSecretKey, randomUUID } from 'node:crypto';
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

/** $1 how many, $2 when; each building has a manager, and its start is spread as the application does it. */
const EXERCISES = `
  with places as (
    insert into buildings (id, name, address, created_at)
    select gen_random_uuid(), 'Bench', 'Bench', now() from generate_series(1, $1::int) returning id
  ), people as (
    insert into users (id, email, password_hash, password_is_long, created_at)
    select id, id || '@resq.example', 'none', false, now() from places returning id
  ), members as (
    insert into memberships (id, user_id, building_id, role, status, name, apartment, created_at)
    select gen_random_uuid(), id, id, 'manager', 'active', 'Anna Berg', '1001', now() from people
    returning id, building_id
  ), planned as (
    insert into exercises (id, building_id, planned_by, at, announced_at, created_at)
    select gen_random_uuid(), building_id, id, $2, now(), now() from members returning id
  )
  insert into outbox (id, name, payload, due_at)
  select gen_random_uuid(), 'exercise.start', jsonb_build_object('id', id),
         $2::timestamptz
           + ('x' || left(id::text, 8))::bit(32)::bigint / 4294967296.0 * interval '45 seconds'
    from planned`;

const BEGUN = `
  select count(*)::int as count, coalesce(extract(epoch from max(raised_at) - $1) * 1000, 0)::float8 as "lastMs"
    from alarms a join exercises e on e.id = a.id where e.at = $1`;

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
    /**
     * Plans exercises of new buildings for the same moment.
     * @param {number} count @param {number} leadMs until then
     */
    planExercises: async (count, leadMs) => {
      const { rows } = await owner.query(`select now() + $1 * interval '1 ms' as at`, [leadMs]);
      const at = rows[0].at.toISOString();
      await owner.query(EXERCISES, [count, at]);
      return {
        /** @returns {Promise<{ count: number, lastMs: number }>} alarms, and when the last was raised */
        begun: async () => (await owner.query(BEGUN, [at])).rows[0],
      };
    },
    /**
     * Adds paired displays. @param {string} buildingId @param {number} count
     * @returns {Promise<string[]>} their ids
     */
    addDisplays: async (buildingId, count) => {
      const { rows } = await owner.query(
        `insert into kiosks (id, building_id, place, secret_hash, created_at, paired_at)
         select gen_random_uuid(), $1, 'Trapphus', 'none', now(), now()
           from generate_series(1, $2::int) returning id`,
        [buildingId, count],
      );
      return rows.map(({ id }) => id);
    },
    endAlarms: () => owner.query(END_ALARMS),
    /** Waits until this many of the devices are saved as connected. @param {string[]} deviceIds @param {number} count */
    untilPresent: async (deviceIds, count) => {
      while ((await owner.query(PRESENT, [deviceIds])).rows[0].count !== count)
        await sleep(POLL_MS);
    },
  };
}

/** @param {string} dataDir of the nodes @returns functions that sign new tokens */
export async function tokenSigners(dataDir) {
  const load = (/** @type {string} */ file) => import(join(repository, 'backend/dist', file));
  const { AccessTokens } = await load('modules/auth/sessions/access-tokens.js');
  const { KioskTokens } = await load('modules/kiosks/kiosk-tokens.js');
  const { SystemClock } = await load('platform/clock.js');
  const { signingKey, refreshKey } = JSON.parse(
    readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
  );
  const secrets = {
    signingKey: createPrivateKey(signingKey),
    previousKeys: [],
    refreshKey: createSecretKey(refreshKey, 'base64'),
  };
  const config = { secrets, publicUrl: ORIGIN };
  const tokens = new AccessTokens(config, new SystemClock());
  const kiosks = new KioskTokens(config, new SystemClock());
  return {
    sign: (/** @type {Member} */ { userId, sessionId }) =>
      /** @type {string} */ (tokens.sign(userId, sessionId).accessToken),
    signDisplay: (/** @type {string} */ id, /** @type {string} */ buildingId) =>
      /** @type {string} */ (kiosks.sign(id, buildingId).token),
  };
}
