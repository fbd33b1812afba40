// @ts-check
import pg from 'pg';
import { boot } from '../../dist/boot.js';
import { DEMO_PASSWORD } from '../../dist/modules/demo/demo-residents.js';
import { cheapHash } from './cheap-hash.mjs';

/**
 * Serves the built backend with its demo data on a new database, for one worker of the browser tests,
 * and ends together with the worker. DATABASE_OWNER_URL names any database of the server.
 */
const { env } = process;
const name = `demo_${process.pid}`;
// Ctrl-C reaches this process too, and the worker still needs it to clean up.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());

await query(`create database ${name}`);
for (const key of ['DATABASE_URL', 'DATABASE_OWNER_URL']) {
  env[key] = Object.assign(new URL(env[key] ?? ''), { pathname: name }).toString();
}
const app = await boot(env);
await app.ready;
await query('update users set password_hash = $1', [await cheapHash(DEMO_PASSWORD)]);
process.send?.('ready');

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
