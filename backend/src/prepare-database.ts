import { admitRole, roleOf } from './platform/database/app-role.js';
import { migrate } from './platform/database/migrate.js';
import { migrateQueue } from './platform/jobs/migrate-queue.js';
import type { Config } from './platform/config.js';
import type { Logger } from './platform/logging.js';
import { restrictions, schema } from './schema.js';

/**
 * Brings the database up to date as its owner, and lets the application's role use it. Without an
 * address of the owner, the application's role migrates, as far as it may.
 */
export async function prepareDatabase(
  { databaseUrl, databaseOwnerUrl }: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'>,
  logger: Logger,
): Promise<void> {
  await migrate(databaseOwnerUrl, schema, async (owner) => {
    await migrateQueue(owner);
    if (databaseUrl !== databaseOwnerUrl) await admitRole(owner, databaseUrl, restrictions);
    const role = roleOf(databaseUrl);
    const { rows } = await owner.query<{ can: boolean }>(
      `select has_table_privilege($1, 'audit_log', 'update, delete') as can`,
      [role],
    );
    if (!rows[0]?.can) return;
    logger.warn({ role }, 'the database role may change the audit log; see DATABASE_OWNER_URL');
  });
}
