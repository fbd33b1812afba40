import 'reflect-metadata';
import { ConfigError } from './platform/config.js';
import { createLogger } from './platform/logging.js';
import { prepareDatabase } from './prepare-database.js';

/**
 * Migrates the database as its owner and ends, so that no node needs the owner's address:
 * `node backend/dist/migrate.js` with DATABASE_URL and DATABASE_OWNER_URL.
 */
const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl } = process.env;
if (!databaseUrl || !databaseOwnerUrl) {
  end('DATABASE_URL and DATABASE_OWNER_URL are required');
} else {
  const logger = createLogger('info');
  try {
    await prepareDatabase({ databaseUrl, databaseOwnerUrl }, logger);
    logger.info('the database is up to date');
  } catch (error) {
    end(error instanceof ConfigError ? error.faults.join('; ') : String(error));
  }
}

function end(fault: string): void {
  process.stderr.write(`The database is not up to date: ${fault}\n`);
  process.exitCode = 1;
}
