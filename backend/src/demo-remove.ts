import 'reflect-metadata';
import { createApp } from './create-app.js';
import { DemoService } from './modules/demo/demo.service.js';
import { SystemClock } from './platform/clock.js';
import { ConfigError, readConfig } from './platform/config.js';
import { createSchemaSource } from './platform/database/data-source.js';
import { createLogger } from './platform/logging.js';
import { prepareDatabase } from './prepare-database.js';
import { schema } from './schema.js';

/** Implements `npm run demo:remove`, which deletes the demo's accounts, code and buildings. */
try {
  const config = readConfig(process.env);
  const logger = createLogger('warn');
  await prepareDatabase(config, logger);
  // Without the time limits of requests, because a demo may have many alarms.
  const database = await createSchemaSource(config.databaseUrl, schema).initialize();
  const app = await createApp({ config, logger, clock: new SystemClock(), database });
  const { accounts, codeIds, buildingIds } = await app.get(DemoService).remove();
  process.stdout.write(
    `Removed ${accounts.length} accounts, ${codeIds.length} codes and ${buildingIds.length} buildings of the demo.\n`,
  );
  process.exit(0);
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults : [String(error)];
  for (const fault of faults) process.stderr.write(`demo:remove: ${fault}\n`);
  process.exit(1);
}
