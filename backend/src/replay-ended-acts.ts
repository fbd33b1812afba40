import type { INestApplicationContext } from '@nestjs/common';
import passport from 'passport';
import { AccessStrategy } from './modules/auth/access.guard.js';
import { SystemClock } from './platform/clock.js';
import type { Config } from './platform/config.js';
import { ReservedConnections } from './platform/database/connections/reserved-connections.js';
import { createMaintenanceSource } from './platform/database/data-source.js';
import type { Logger } from './platform/logging.js';
import { RecoveryRepository } from './modules/recovery/recovery.repository.js';
import { EndedLedger, RecoveryService } from './modules/recovery/recovery.service.js';
import { createApp } from './create-app.js';
import { schema } from './schema.js';

/**
 * Ends again what the ledger in `DATA_DIR` lists and the database does not know, because it was put back
 * to an earlier moment. It uses connections of its own, so that no node is ready before it is done.
 * @param serving the application that serves requests in this process, if there is one
 * @returns the number of acts
 */
export async function replayEndedActs(
  config: Config,
  logger: Logger,
  serving?: INestApplicationContext,
): Promise<number> {
  const ledger = new EndedLedger(config);
  ledger.forgetOld(new SystemClock());
  const acts = ledger.read();
  if (acts.length === 0) return 0;
  const database = await createMaintenanceSource(config.databaseUrl, schema).initialize();
  try {
    const missing = await new RecoveryRepository(database).findMissing(acts);
    if (missing.length === 0) return 0;
    const app = await createApp({ config, logger, clock: new SystemClock(), database });
    try {
      await app.get(ReservedConnections).start();
      return await app.get(RecoveryService).replay();
    } finally {
      await app.close();
      // Passport has one strategy in a process, which belongs to the application that was created last.
      if (serving) passport.use('access', serving.get(AccessStrategy));
    }
  } finally {
    await database.destroy();
  }
}
