// @ts-check
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { chooseDataDir } from '../data-dir.mjs';
import { live } from '../lifecycle.mjs';
import { terminate } from '../pg-process.mjs';
import { begin } from '../repository.mjs';
import { runningIn } from '../run-file.mjs';
import { Stop, say } from '../say.mjs';

/**
 * The database, those that a restore has set aside, and what belongs to them alone. The keys and the ledgers
 * stay, because backups need them: without a ledger a restore would bring back who was removed or erased.
 */
const OF_THE_DATABASE = /^(postgres(\.before-.+)?|postgres\.(log|port)|audit-head(\..+)?\.json)$/;

/** `npm run reset` deletes the embedded database once the name of its folder is typed. */
await live(async () => {
  begin();
  if (process.env.DATABASE_URL)
    throw new Stop('DATABASE_URL is set. Delete that database yourself.');
  const { dataDir } = chooseDataDir();
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(cluster)) throw new Stop(`There is no database in ${dataDir}.`);
  if (runningIn(dataDir)) throw new Stop('ResQ uses this database. Stop it first.');
  const name = basename(dataDir);
  say(
    `This deletes all buildings, members and alarms in ${dataDir}, also what a restore has set aside.`,
  );
  const input = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await input.question(`Type ${name} to delete them: `);
  input.close();
  if (typed.trim() !== name) throw new Stop('Nothing was deleted.');
  await terminate(cluster);
  for (const entry of readdirSync(dataDir)) {
    if (OF_THE_DATABASE.test(entry)) rmSync(join(dataDir, entry), { recursive: true });
  }
  say('The database is deleted. The next npm start makes a new one.');
  return 0;
});
