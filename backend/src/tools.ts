import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from './create-app.js';
import { AuditSealer } from './modules/audit/audit-sealer.js';
import { AuditVerifier, type Finding } from './modules/audit/audit-verifier.js';
import {
  AccountsService,
  type GrantOutcome,
  type RemovalOutcome,
} from './modules/auth/accounts.service.js';
import {
  AlarmCorrectionsService,
  type RedactionOutcome,
} from './modules/alarms/history/alarm-corrections.service.js';
import { AlarmTimelineRepository } from './modules/alarms/history/alarm-timeline.repository.js';
import { OwnAccountService } from './modules/account/own-account.service.js';
import { RecoveryService } from './modules/recovery/recovery.service.js';
import { replayEndedActs } from './replay-ended-acts.js';
import { DemoService } from './modules/demo/demo.service.js';
import { SystemClock } from './platform/clock.js';
import { AppError } from './platform/errors/app-error.js';
import { ConfigError, readConfig, type Config } from './platform/config.js';
import { createMaintenanceSource } from './platform/database/data-source.js';
import { createLogger } from './platform/logging.js';
import { prepareDatabase } from './prepare-database.js';
import { schema } from './schema.js';

/** Runs `npm run admin:grant -- <e-mail>` and the other tools of an operator. */

/** @returns a sentence for the operator, and whether the tool did what it is for */
type Tool = (
  app: NestExpressApplication,
  value: string,
  config: Config,
  more: string[],
) => Promise<Outcome>;
type Outcome = [said: string, isDone: boolean];

const TOOLS: Record<string, Tool> = {
  'admin-grant': async (app, email, { production }) => {
    const outcome = await app.get(AccountsService).grantAdmin(email);
    const next = production
      ? ' The administration opens once they have turned on two-step sign-in in their profile.'
      : '';
    const said: Record<GrantOutcome, string> = {
      granted: `${email} is now an administrator.${next}`,
      unknown: `There is no account with the e-mail address ${email}. Create the account first.`,
      password_too_short: `${email} needs a password of at least 15 characters. Change it first.`,
    };
    return [said[outcome], outcome === 'granted'];
  },

  /** For a user who has lost app and codes. */
  'second-factor-remove': async (app, email) => {
    const outcome = await app.get(AccountsService).removeSecondFactor(email);
    const said: Record<RemovalOutcome, string> = {
      removed: `${email} signs in with the password alone now.`,
      unknown: `There is no account with the e-mail address ${email}.`,
      not_on: `${email} has no two-step sign-in.`,
    };
    return [said[outcome], outcome === 'removed'];
  },

  /** For a request that the privacy page names, such as that of a child's guardian. */
  'account-close': async (app, email) => {
    try {
      const isClosed = await app.get(OwnAccountService).closeFor(email);
      if (!isClosed) return [`There is no account with the e-mail address ${email}.`, false];
      return [`The account of ${email} is closed. A node erases its data within a day.`, true];
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'building.last_manager') throw error;
      return [`${email} is the only manager of a building. Make another one first.`, false];
    }
  },

  'alarm-redact': async (app, id) => {
    const said: Record<RedactionOutcome, string> = {
      redacted: `The texts of the alarm ${id} are removed.`,
      unknown: `There is no alarm with the id ${id}.`,
      active: `The alarm ${id} is active. End it first.`,
    };
    const outcome = await app.get(AlarmCorrectionsService).redact(id);
    return [said[outcome], outcome === 'redacted'];
  },

  /** `more` are the nodes' log files, which know when each node received, saved and emitted. */
  'alarm-follow': async (app, id, _config, more) => {
    const lines = more.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
    const text = await app.get(AlarmTimelineRepository).follow(id, lines);
    return text ? [text, true] : [`There is no alarm with the id ${id}.`, false];
  },

  'demo-remove': async (app) => {
    const { accounts, codeIds, buildingIds } = await app.get(DemoService).remove();
    const found = `${accounts.length} accounts, ${codeIds.length} codes and ${buildingIds.length} buildings`;
    return [`Removed ${found} of the demo.`, true];
  },

  /** Every tool migrates first. */
  migrate: () => Promise.resolve(['The database is up to date.', true]),

  /** For `npm run restore`, once nothing but this process uses the restored database. */
  'restore-finish': async (app, _value, config) => {
    const ended = await replayEndedActs(config, createLogger('warn'));
    // A head in a new folder is written by the next seal, and a missing one would count as forged.
    await app.get(AuditSealer).seal();
    const active = await app.get(RecoveryService).countActiveAlarms();
    const verdict = await app.get(AuditVerifier).verify();
    const log = verdict.whole
      ? `the audit log is whole (${verdict.links} rows)`
      : `row ${verdict.seq} of the audit log is ${verdict.what}`;
    const said = `${ended} acts were ended again, ${active} alarms are active, ${log}.`;
    // A log that was cut off by the restore is no reason to go without the database.
    return [said, true];
  },

  'audit-verify': async (app) => {
    const verdict = await app.get(AuditVerifier).verify();
    if (verdict.whole) {
      const { from, links, unsealed } = verdict;
      return [`The log is intact: rows ${from}–${links}, ${unsealed} waiting to be sealed.`, true];
    }
    const { seq } = verdict;
    const said: Record<Finding['what'], string> = {
      missing: `Row ${seq} is missing or out of place.`,
      changed: `Row ${seq} was changed.`,
      cut_off: `The log is cut off: row ${seq} and later rows are missing.`,
      forged: `The signature at row ${seq} is wrong, or audit-head.json is missing.`,
    };
    return [`The log is not intact. ${said[verdict.what]}`, false];
  },
};
/** The tools that need a value, with what it is. */
const VALUES: Record<string, string> = {
  'admin-grant': '<e-mail>',
  'second-factor-remove': '<e-mail>',
  'account-close': '<e-mail>',
  'alarm-redact': '<alarm id>',
  'alarm-follow': '<alarm id> [log files]',
};

const [name = '', value = '', ...more] = process.argv.slice(2);
const tool = TOOLS[name];
if (!tool || (VALUES[name] && !value)) {
  const script = (tool ? name : 'admin-grant').replace(/-(?=\w+$)/, ':');
  process.stderr.write(`Usage: npm run ${script} -- ${VALUES[name] ?? '<e-mail>'}\n`);
  process.exit(1);
}
try {
  const config = readConfig(process.env);
  const logger = createLogger('warn');
  await prepareDatabase(config, logger);
  // Without the time limits of requests, because a demo may have many alarms.
  const database = await createMaintenanceSource(config.databaseUrl, schema).initialize();
  const app = await createApp({ config, logger, clock: new SystemClock(), database });
  const [said, isDone] = await tool(app, value, config, more);
  process.stdout.write(`${said}\n`);
  process.exit(isDone ? 0 : 1);
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults : [String(error)];
  for (const fault of faults) process.stderr.write(`${name}: ${fault}\n`);
  process.exit(1);
}
