// @ts-check
import pg from 'pg';
import { boot } from '../../dist/boot.js';
import { DEMO_PASSWORD } from '../../dist/modules/demo/demo-residents.js';
import { cheapHash } from './cheap-hash.mjs';

/**
 * Serves the built backend on a new database, for one worker of the browser tests, and ends together with
 * the worker. DEMO says whether it begins with the demo data or empty. DATABASE_OWNER_URL names any
 * database of the server.
 */
const { env } = process;
const name = `demo_${process.pid}`;
const DATABASES = ['DATABASE_URL', 'DATABASE_OWNER_URL'];
// Ctrl-C reaches this process too, and the worker still needs it to clean up.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());

await query(`create database ${name}`);
for (const key of DATABASES) {
  env[key] = Object.assign(new URL(env[key] ?? ''), { pathname: name }).toString();
}
/** Moves the planned exercise with its jobs, so that this job of it is due now. */
const DUE = `
  with due as (
    select o.payload ->> 'id' as id, o.due_at - now() as ahead from outbox o
     where o.name = $1 and o.done_at is null
  ), moved as (
    update exercises e set at = e.at - due.ahead from due where e.id::text = due.id
  )
  update outbox o set due_at = o.due_at - due.ahead from due
   where o.payload ->> 'id' = due.id and o.done_at is null`;
/** Moves those that were held so far back that no page shows them as news. */
const HELD = `
  with held as (
    update alarms set raised_at = raised_at - interval '40 days' where exercise returning id
  ), members as (
    update memberships set reminded_at = null, created_at = created_at - interval '40 days',
           active_since = active_since - interval '40 days',
           ended_at = ended_at - interval '40 days'
  )
  update alarm_receipts r set at = r.at - interval '40 days' from held where r.alarm_id = held.id`;

const app = await boot(env);
await app.ready;
await query('update users set password_hash = $1', [await cheapHash(DEMO_PASSWORD)]);
process.on('message', (/** @type {string | { sql: string }} */ asked) => {
  void run(asked).then(() => process.send?.('done'));
});
process.send?.(Object.fromEntries(DATABASES.map((key) => [key, env[key]])));

/** @param {string | { sql: string }} asked where to move the exercise, or statements to run */
function run(asked) {
  if (typeof asked !== 'string') return query(asked.sql);
  return asked === 'held' ? query(HELD) : query(DUE, [asked]);
}

/**
 * @param {string} sql
 * @param {unknown[]} [values]
 */
async function query(sql, values) {
  const client = new pg.Client({ connectionString: env.DATABASE_OWNER_URL });
  await client.connect();
  await client.query(sql, values);
  await client.end();
}
