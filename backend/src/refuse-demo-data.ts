import { DemoRepository } from './modules/demo/demo.repository.js';
import { ConfigError } from './platform/config.js';
import { createSchemaSource } from './platform/database/data-source.js';
import { schema } from './schema.js';

/**
 * Stops a start in production on a database that a demo has used: its passwords and its code are
 * published. It uses connections of its own, so that no request is served before the check.
 * @throws ConfigError that names the command for removing them
 */
export async function refuseDemoData(databaseUrl: string): Promise<void> {
  const database = await createSchemaSource(databaseUrl, schema).initialize();
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
