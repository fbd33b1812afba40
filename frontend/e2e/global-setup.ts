import { startPostgres } from '../../infra/local/postgres.mjs';
import { openRunFolder } from '../../infra/local/tests/run-folder.mjs';

/**
 * Starts the database server of a run, on which the server of each worker creates its own database.
 * Nothing of the run is left when it is killed.
 * @returns a function that ends it
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = openRunFolder();
  const postgres = await startPostgres({ dataDir: folder.path, log: console.error });
  process.env['E2E_DIR'] = folder.path;
  process.env['E2E_DATABASE_URL'] = postgres.url;
  process.env['E2E_DATABASE_OWNER_URL'] = postgres.ownerUrl;
  return async () => {
    await postgres.stop();
    await folder.close();
  };
}
