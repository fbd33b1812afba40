import 'reflect-metadata';
import { AuditService } from './modules/audit/audit.service.js';
import { AuditLogRepository } from './modules/audit/audit-log.repository.js';
import { AccountsService, type RemovalOutcome } from './modules/auth/accounts.service.js';
import { Passwords } from './modules/auth/passwords/passwords.js';
import { SecondFactorRepository } from './modules/auth/second-factor/second-factor.repository.js';
import { AuthSessionRepository } from './modules/auth/sessions/auth-session.repository.js';
import { UserRepository } from './modules/auth/user.repository.js';
import { SystemClock } from './platform/clock.js';
import { createDataSource } from './platform/database/data-source.js';
import { Transactions } from './platform/database/transactions.js';
import { createLogger } from './platform/logging.js';
import { prepareDatabase } from './prepare-database.js';
import { schema } from './schema.js';

/** Implements `npm run second-factor:remove -- <e-mail>`, for a user who has lost app and codes. */
const [email] = process.argv.slice(2);
const databaseUrl = process.env['DATABASE_URL'];

const SAID: Record<RemovalOutcome, string> = {
  removed: `${email} signs in with the password alone now.`,
  unknown: `There is no account with the e-mail address ${email}.`,
  not_on: `${email} has no two-step sign-in.`,
};

if (!email || !databaseUrl) {
  process.stderr.write('Usage: npm run second-factor:remove -- <e-mail>\n');
  process.exit(1);
}
const databaseOwnerUrl = process.env['DATABASE_OWNER_URL'] || databaseUrl;
await prepareDatabase({ databaseUrl, databaseOwnerUrl }, createLogger('warn'));
const database = await createDataSource(databaseUrl, schema).initialize();
const clock = new SystemClock();
const accounts = new AccountsService(
  new Transactions(database),
  new UserRepository(database),
  new AuthSessionRepository(database, database),
  new SecondFactorRepository(database),
  clock,
  new Passwords(),
  new AuditService(new AuditLogRepository(database), clock),
);
const outcome = await accounts.removeSecondFactor(email);
await database.destroy();
process.stdout.write(`${SAID[outcome]}\n`);
process.exit(outcome === 'removed' ? 0 : 1);
