// @ts-check
import { run } from '../children.mjs';
import { live } from '../lifecycle.mjs';
import { runningIn } from '../run-file.mjs';
import { Stop, say, step } from '../say.mjs';
import { connected } from './installation.mjs';
import { copyRows, differences } from './rows.mjs';
import { openSource, startEmbedded } from './source.mjs';

/** `npm run move -- <address>` copies the embedded database to a server, which its owner's address names. */
await live(async () => {
  const [address, ...rest] = process.argv.slice(2);
  if (!address?.startsWith('postgres') || rest.length > 0) {
    throw new Stop('Usage: npm run move -- postgres://owner:password@host:5432/resq');
  }
  const source = await openSource();
  if (source.kind === 'server') throw new Stop('DATABASE_URL is set: there is nothing to move.');
  if (runningIn(source.dataDir)) throw new Stop('ResQ uses this database. Stop it first.');
  await connected(address, requireEmpty);
  const { ownerUrl } = await startEmbedded(source.dataDir);
  // The older database may lack the newest migrations.
  await tool('migrate', ownerUrl);
  await tool('migrate', address);
  await connected(ownerUrl, (from) =>
    connected(address, async (to) => {
      const counts = await step('Moving', () => copyRows(from, to));
      const wrong = await differences(to, counts);
      if (wrong.length > 0) throw new Stop(`Rows are missing in ${wrong.join(', ')}.`);
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
      say(`${all} rows of ${Object.keys(counts).length} tables are moved.`);
    }),
  );
  say(await tool('audit-verify', address));
  say(
    'Start with DATABASE_URL set to this address, or see "Two database roles" in docs/operations.md.',
  );
  say(`The embedded database stays in ${source.dataDir}, which also holds the keys.`);
  return 0;
});

/** @param {import('pg').Client} client */
async function requireEmpty(client) {
  const { rows } = await client.query(
    `select count(*)::int as count from pg_tables where schemaname = 'public'`,
  );
  if (rows[0].count > 0) throw new Stop('That database is not empty. Create a new one.');
}

/**
 * @param {string} name
 * @param {string} address
 */
async function tool(name, address) {
  const env = { DATABASE_URL: address, DATABASE_OWNER_URL: address };
  const { ok, output } = await run([process.execPath, 'backend/dist/tools.js', name], { env });
  if (!ok) throw new Stop(output);
  return output;
}
