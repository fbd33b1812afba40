// @ts-check
import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeProcess } from '../../local/cluster/node-process.mjs';
import { freePort } from '../../local/ports.mjs';
import { startPostgres } from '../../local/postgres.mjs';
import { programsIn } from '../../local/processes.mjs';
import { usageOf } from './usage.mjs';

const require = createRequire(new URL('../../../backend/package.json', import.meta.url));
const LIFE_S = 3_600;
const ORIGIN = 'http://localhost:3000';

/** @typedef {{ token: string, buildingId: string }} Member */

/** A PostgreSQL and one node on a temporary folder, with as many buildings and members as needed. */
export async function openLaboratory() {
  const pg = /** @type {typeof import('pg')} */ (require('pg'));
  const dataDir = mkdtempSync(join(tmpdir(), 'resq-sizing-'));
  chmodSync(dataDir, 0o755);
  const postgres = await startPostgres({ dataDir, log: () => undefined });
  const node = await NodeProcess.create({
    DATABASE_URL: postgres.url,
    DATABASE_OWNER_URL: postgres.ownerUrl,
    DATA_DIR: join(dataDir, 'node'),
    METRICS_PORT: String(await freePort()),
    PUBLIC_URL: ORIGIN,
    DEMO: 'on',
    RATE_LIMITS: 'off',
  });
  node.launch({ flags: ['--max-semi-space-size=64'], env: { LOG_LEVEL: 'warn' } });
  await node.untilReady();
  const database = new pg.Pool({ connectionString: postgres.ownerUrl, max: 2 });

  return {
    node,
    database,
    origin: ORIGIN,
    url: postgres.url,
    nodeUsage: () => usageOf([node.child?.pid ?? 0]),
    /** All server processes; shared memory counts once for each, so only its CPU means something. */
    databaseUsage: () =>
      usageOf(programsIn('postgres', (cwd) => cwd.startsWith(join(dataDir, 'postgres')))),
    /** @returns the number of statements that were finished, this one included */
    transactions: async () => {
      const { rows } = await database.query(
        'select xact_commit::int + xact_rollback::int as n from pg_stat_database where datname = current_database()',
      );
      return /** @type {number} */ (rows[0].n);
    },
    /**
     * Adds buildings with members by SQL; hashing their passwords would take minutes.
     * @param {number} buildings
     * @param {number} each the members of each
     * @returns {Promise<Member[]>}
     */
    settle: async (buildings, each) => {
      const { rows } = await database.query(SETTLE, [buildings, each]);
      const secrets = readFileSync(join(dataDir, 'node/secrets.json'), 'utf8');
      const signed = signerOf(await demoToken(node.url), JSON.parse(secrets).signingKey);
      return rows.map(({ sub, sid, buildingId }) => ({ token: signed({ sub, sid }), buildingId }));
    },
    close: async () => {
      await node.kill('SIGTERM');
      await database.end();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const SETTLE = `
  with places as (
    insert into buildings (id, name, address, homes, created_at)
    select gen_random_uuid(), 'BRF ' || n, 'Gatan ' || n, 40, now() from generate_series(1, $1::int) n
    returning id
  ), streams as (
    insert into building_streams (building_id, epoch) select id, gen_random_uuid() from places
  ), numbered as (
    select id, row_number() over () as n from places
  ), members as (
    insert into users (id, email, password_hash, password_is_long, created_at)
    select gen_random_uuid(), gen_random_uuid() || '@resq.example', 'none', false, now()
      from generate_series(1, $1::int * $2::int)
    returning id
  ), homes as (
    select m.id as user_id, p.id as building_id
      from (select id, row_number() over () as n from members) m
      join numbered p on p.n = 1 + m.n % $1::int
  ), joined as (
    insert into memberships (id, user_id, building_id, role, status, name, apartment, may_send, created_at)
    select gen_random_uuid(), user_id, building_id, 'resident', 'active', 'Granne', '1101', true, now()
      from homes
  ), sessions as (
    insert into auth_sessions (id, user_id, created_at, expires_at)
    select gen_random_uuid(), user_id, now(), now() + interval '1 day' from homes
    returning user_id, id
  )
  select s.user_id as sub, s.id as sid, h.building_id as "buildingId"
    from sessions s join homes h using (user_id)`;

/** @param {string} url @returns {Promise<string>} a token whose claims all others copy */
async function demoToken(url) {
  const answer = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': randomUUID() },
    body: JSON.stringify({ email: 'karl@resq.example', password: 'demo-storgatan-12' }),
  });
  return /** @type {{ accessToken: string }} */ (await answer.json()).accessToken;
}

/** @param {string} token @param {string} key */
function signerOf(token, key) {
  const jwt = /** @type {typeof import('jsonwebtoken')} */ (require('jsonwebtoken'));
  const { header, payload } = /** @type {any} */ (jwt.decode(token, { complete: true }));
  const exp = Math.ceil(Date.now() / 1_000) + LIFE_S;
  return (/** @type {object} */ claims) =>
    jwt.sign({ ...payload, ...claims, exp }, key, { algorithm: 'ES256', header });
}
