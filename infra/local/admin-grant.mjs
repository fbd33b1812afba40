// @ts-check
import { build } from './build.mjs';
import { run } from './children.mjs';
import { chooseDataDir } from './data-dir.mjs';
import { install } from './install.mjs';
import { atEnd, live } from './lifecycle.mjs';
import { startPostgres } from './postgres.mjs';
import { begin } from './repository.mjs';
import { runningIn } from './run-file.mjs';
import { say } from './say.mjs';

await live(async () => {
  begin();
  await install();
  await build();
  if (!process.env.DATABASE_URL) process.env.DATABASE_URL = await database();
  const script = 'backend/dist/admin-grant.js';
  const { ok } = await run([process.execPath, script, ...process.argv.slice(2)], { live: true });
  return ok ? 0 : 1;
});

/** The database of the application that runs here; started for the moment when none does. */
async function database() {
  const { dataDir } = chooseDataDir();
  const starting = startPostgres({ dataDir, log: say });
  atEnd(async () => {
    const postgres = await starting.catch(() => undefined);
    if (!runningIn(dataDir)) await postgres?.stop();
  });
  return (await starting).url;
}
