import 'reflect-metadata';
import { AuditHead } from './modules/audit/audit-head.js';
import { AuditLogRepository } from './modules/audit/audit-log.repository.js';
import { AuditVerifier, type Finding } from './modules/audit/audit-verifier.js';
import { ConfigError, readConfig } from './platform/config.js';
import { createDataSource } from './platform/database/data-source.js';
import { Transactions } from './platform/database/transactions.js';
import { schema } from './schema.js';

/** Implements `npm run audit:verify`. It exits with 1 unless the whole audit chain is verified. */
const SAID: Record<Finding['what'], (seq: number) => string> = {
  missing: (seq) => `Row ${seq} is missing or out of place.`,
  changed: (seq) => `Row ${seq} was changed.`,
  cut_off: (seq) => `The log is cut off: row ${seq} and later rows are missing.`,
  forged: (seq) => `The signature at row ${seq} is wrong, or audit-head.json is missing.`,
};

try {
  const config = readConfig(process.env);
  const database = await createDataSource(config.databaseUrl, schema).initialize();
  const log = new AuditLogRepository(database);
  const head = new AuditHead(config);
  const verdict = await new AuditVerifier(config, log, head, new Transactions(database)).verify();
  await database.destroy();
  process.stdout.write(
    verdict.whole
      ? `The log is intact: rows ${verdict.from}–${verdict.links}, ${verdict.unsealed} waiting to be sealed.\n`
      : `The log is not intact. ${SAID[verdict.what](verdict.seq)}\n`,
  );
  process.exitCode = verdict.whole ? 0 : 1;
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults : [String(error)];
  for (const fault of faults) process.stderr.write(`audit:verify: ${fault}\n`);
  process.exitCode = 1;
}
