// @ts-check
import { chooseDataDir } from './data-dir.mjs';
import { atEnd } from './lifecycle.mjs';
import { startPostgres } from './postgres.mjs';
import { claim } from './run-file.mjs';
import { say } from './say.mjs';

/**
 * Claims the data folder for this process. It runs before all slow steps, so that a second start
 * fails at once.
 * @returns {{ dataDir: string, announce: (url: string) => void }}
 */
export function takeDataDir() {
  const { dataDir, moved } = chooseDataDir();
  if (moved) say(`Other users cannot enter this folder, so the database is in ${dataDir}`);
  return { dataDir, ...claim(dataDir) };
}

/**
 * Starts the embedded PostgreSQL, stops it with this process, and sets its
 * addresses and DATA_DIR.
 * @param {string} dataDir
 */
export async function useEmbedded(dataDir) {
  const starting = startPostgres({ dataDir, log: say });
  atEnd(() =>
    starting.then(
      (postgres) => postgres.stop(),
      () => undefined,
    ),
  );
  const postgres = await starting;
  // `process.exit` skips `atEnd`, and the database must not outlive this process.
  process.once('exit', postgres.stopNow);
  postgres.watch();
  process.env.DATABASE_URL = postgres.url;
  process.env.DATABASE_OWNER_URL = postgres.ownerUrl;
  process.env.DATA_DIR = dataDir;
  if (process.env.NODE_ENV !== 'production') process.env.DEMO ||= 'on';
}
