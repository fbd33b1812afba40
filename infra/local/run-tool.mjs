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

/**
 * `node run-tool.mjs <tool> …` runs a tool of `backend/src/tools.ts` on the database of this installation,
 * and `node run-tool.mjs probe` the probe.
 */
await live(async () => {
  begin();
  const tool = process.argv.slice(2);
  await install();
  await build();
  if (!process.env.DATABASE_URL) await useDatabase();
  const program = tool[0] === 'probe' ? 'probe.js' : 'tools.js';
  const { ok } = await run([process.execPath, `backend/dist/${program}`, ...tool], { live: true });
  return ok ? 0 : 1;
});

/** Sets the addresses of this folder's database. If no application runs here, it is started. */
async function useDatabase() {
  const { dataDir } = chooseDataDir();
  process.env.DATA_DIR = dataDir;
  const starting = startPostgres({ dataDir, log: say });
  atEnd(async () => {
    const postgres = await starting.catch(() => undefined);
    if (!runningIn(dataDir)) await postgres?.stop();
  });
  const { url, ownerUrl } = await starting;
  process.env.DATABASE_URL = url;
  process.env.DATABASE_OWNER_URL = ownerUrl;
}
