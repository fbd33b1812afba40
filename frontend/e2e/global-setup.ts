import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../infra/local/postgres.mjs';

/**
 * Starts the database server of a run, on which the server of each worker creates its own database.
 * @returns a function that ends it
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'resq-e2e-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(dir, 0o755);
  const remove = () => rmSync(dir, { recursive: true, force: true });
  process.once('exit', remove);
  const postgres = await startPostgres({ dataDir: dir, log: console.error });
  process.prependOnceListener('exit', postgres.stopNow);
  process.env['E2E_DIR'] = dir;
  process.env['E2E_DATABASE_URL'] = postgres.url;
  process.env['E2E_DATABASE_OWNER_URL'] = postgres.ownerUrl;
  return async () => {
    await postgres.stop();
    remove();
  };
}
