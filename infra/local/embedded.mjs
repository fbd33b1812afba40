// @ts-check
import { chooseDataDir } from './data-dir.mjs';
import { atEnd } from './lifecycle.mjs';
import { startPostgres } from './postgres.mjs';
import { claim } from './run-file.mjs';
import { say } from './say.mjs';

/**
 * Takes the data folder for this process, before anything slow: a second start must find it taken.
 * @returns {{ dataDir: string, announce: (url: string) => void }}
 */
export function takeDataDir() {
  const { dataDir, moved } = chooseDataDir();
  if (moved) say(`Andra användare når inte den här mappen, så databasen ligger i ${dataDir}`);
  return { dataDir, ...claim(dataDir) };
}

/**
 * Starts the embedded PostgreSQL for as long as this process lives, and points the environment at it.
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
  // The database must stop whenever this process ends.
  process.once('exit', postgres.stopNow);
  postgres.watch();
  process.env.DATABASE_URL = postgres.url;
  process.env.DATA_DIR = dataDir;
  if (process.env.NODE_ENV !== 'production') process.env.DEMO ||= 'on';
}
