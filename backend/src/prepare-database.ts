import { DemoRepository } from './modules/demo/demo.repository.js';
import { ConfigError, type Config } from './platform/config.js';
import { admitRole, roleOf } from './platform/database/app-role.js';
import { createMaintenanceSource } from './platform/database/data-source.js';
import { migrate } from './platform/database/migrate.js';
import { migrateQueue } from './platform/jobs/queue-connection.js';
import type { Logger } from './platform/logging.js';
import { restrictions, schema } from './schema.js';

/**
 * Brings the database up to date as its owner, and lets the application's role use it. Without an
 * address of the owner, the application's role migrates, as far as it may.
 */
export async function prepareDatabase(
  { databaseUrl, databaseOwnerUrl }: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'>,
  logger: Logger,
  signal?: AbortSignal,
): Promise<void> {
  const options = { logger, ...(signal && { signal }) };
  await migrate(databaseOwnerUrl, schema, options, async (owner) => {
    await migrateQueue(owner);
    // Two addresses may name one role, for example past a pool, and an owner can lose its own rights.
    const hasOwner = roleOf(databaseUrl) !== roleOf(databaseOwnerUrl);
    if (hasOwner) await admitRole(owner, databaseUrl, restrictions);
    const { rows } = await owner.query<{ role: string }>(
      `select role from (values (coalesce($1, current_user::text))) as serving(role)
        where has_table_privilege(role, 'audit_log', 'update, delete')`,
      [hasOwner ? roleOf(databaseUrl) : null],
    );
    for (const { role } of rows) {
      logger.warn({ role }, 'the database role may change the audit log; see DATABASE_OWNER_URL');
    }
  });
}

/**
 * Stops a start in production on a database that a demo has used: its passwords and its code are
 * published. It uses connections of its own, so that no request is served before the check.
 * @throws ConfigError that names the command for removing them
 */
export async function refuseDemoData(databaseUrl: string): Promise<void> {
  const database = await createMaintenanceSource(databaseUrl, schema).initialize();
  const found = await new DemoRepository(database).findRemains().finally(() => database.destroy());
  const { accounts, codeIds, buildingIds } = found;
  const faults = [
    ...(accounts.length > 0 ? [`${accounts.length} demo accounts`] : []),
    ...(codeIds.length > 0 ? ['the demo code'] : []),
    ...(buildingIds.length > 0 ? [`${buildingIds.length} demo buildings`] : []),
  ];
  if (faults.length === 0) return;
  throw new ConfigError([
    `the database contains ${faults.join(', ')}, whose passwords are published; remove them with: npm run demo:remove`,
  ]);
}
