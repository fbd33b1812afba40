import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { AuditHead } from '../../src/modules/audit/audit-head.js';
import {
  AuditLogRepository,
  type AuditEntry,
} from '../../src/modules/audit/audit-log.repository.js';
import { AuditService } from '../../src/modules/audit/audit.service.js';
import { AuditSealer } from '../../src/modules/audit/audit-sealer.js';
import { AuditVerifier } from '../../src/modules/audit/audit-verifier.js';
import { linkAfter, type Link } from '../../src/modules/audit/chain.js';
import { readConfig } from '../../src/platform/config.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { Metrics } from '../../src/platform/metrics.js';
import { RetentionRules } from '../../src/platform/retention/retention.js';
import { retryUntilAvailable } from '../../src/platform/retry.js';
import { LOGGER } from '../../src/platform/tokens.js';
import { asOwner } from '../support/create-database.js';
import { untilWaiting } from '../support/lock-waits.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** Attackers who may write to every table, but know neither the audit key nor the worker's disk. */

const DAY_MS = 24 * 60 * 60_000;
const YEAR_MS = 366 * DAY_MS;
const OLD = 4;
const NEW = 3;

let app: TestApp;
let errors: unknown[];

beforeEach(async () => {
  // The test itself seals and retires, so no job runs in between.
  app = await startApp();
  await sql('delete from audit_log');
  errors = errorsOf(app);
  app.clock.step(-YEAR_MS);
  await record(OLD);
  app.clock.step(YEAR_MS);
  await record(NEW);
  await seal();
});

afterEach(() => app.close());

const verify = () => app.app.get(AuditVerifier).verify();
const seal = () => app.app.get(AuditSealer).seal();
/** Jobs are tried again, where a slow machine makes them wait for a lock for too long. */
const sealAsJob = () =>
  retryUntilAvailable(seal, {
    signal: new AbortController().signal,
    logger: app.app.get<Logger>(LOGGER),
  });
const sql = <T>(text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, async (owner) => (await owner.query(text, values)).rows as T[]);
const count = async () => (await sql('select id from audit_log')).length;
const metrics = (of = app) => of.app.get(Metrics).text();

/** @returns the audit key that the app generated */
function savedKey(): Buffer {
  const file = readFileSync(join(app.dataDir, 'secrets.json'), 'utf8');
  return Buffer.from((JSON.parse(file) as { auditKey: string }).auditKey, 'base64');
}

function errorsOf(one: TestApp): unknown[] {
  const lines: unknown[] = [];
  const error = jest.spyOn(one.app.get<Logger>(LOGGER), 'error');
  error.mockImplementation((line: unknown) => lines.push(line));
  return lines;
}

async function record(acts: number): Promise<void> {
  for (let n = 0; n < acts; n += 1) {
    app.clock.step(1_000);
    await app.app.get(AuditService).record({ action: 'session.refused', details: { n } });
  }
}

async function retire(): Promise<void> {
  const rules = app.app.get(RetentionRules).all.filter(({ table }) => table === 'audit_log');
  for (const { retire: run } of rules) await run?.(app.database, app.clock.now());
}

/** Computes every hash anew, as anybody can who may write to the table. */
async function rehash(): Promise<void> {
  let last: Link = { seq: 0, hash: '' };
  const rows = await sql<Record<string, unknown>>('select * from audit_log order by seq');
  for (const {
    actor_id: actorId,
    building_id: buildingId,
    subject_id: subjectId,
    ...row
  } of rows) {
    last = linkAfter(last, { ...row, actorId, buildingId, subjectId } as unknown as AuditEntry);
    await sql('update audit_log set hash = $1 where seq = $2', [last.hash, last.seq]);
  }
}

it('deletes what is older than 12 months, and the rest is whole behind a signed checkpoint', async () => {
  await retire();
  expect(await count()).toBe(NEW);
  expect(await verify()).toEqual({ whole: true, links: OLD + NEW, from: OLD + 1, unsealed: 0 });
  expect(errors).toEqual([]);
});

it('deletes many old rows in slices, each of which moves the checkpoint', async () => {
  const log = app.app.get(AuditLogRepository);
  const find = log.findSliceEnd.bind(log);
  const sliced = jest
    .spyOn(log, 'findSliceEnd')
    .mockImplementation((tx, last) => find(tx, last, 3));
  const deleted = jest.spyOn(log, 'deleteUpTo');
  await retire();
  expect(deleted.mock.calls.map(([, { seq }]) => seq)).toEqual([3, OLD]);
  [sliced, deleted].forEach((spy) => spy.mockRestore());
  expect(await verify()).toEqual({ whole: true, links: OLD + NEW, from: OLD + 1, unsealed: 0 });
});

it('deletes no row behind a newer one, although its own time is old', async () => {
  app.clock.step(-YEAR_MS);
  await record(1);
  app.clock.step(YEAR_MS);
  await seal();
  await retire();
  expect(await count()).toBe(NEW + 1);
  expect(await verify()).toMatchObject({ whole: true, links: OLD + NEW + 1, from: OLD + 1 });
});

it.each([2, OLD])('goes on from a head that a paused worker left at row %d', async (seq) => {
  const [link] = await sql<Link>('select seq, hash from audit_log where seq = $1', [seq]);
  await retire();
  const file = join(app.dataDir, 'audit-head.json');
  rmSync(file);
  app.app.get(AuditHead).advance(link!);
  expect(await verify()).toMatchObject({ whole: true });
  await record(1);
  await seal();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ seq: OLD + NEW + 1 });
  expect(errors).toEqual([]);
});

it('deletes no row whose time was set back, and raises the alarm', async () => {
  await sql(`update audit_log set at = at - interval '13 months'`);
  await expect(retire()).rejects.toThrow();
  expect(await count()).toBe(OLD + NEW);
  expect(await verify()).toEqual({ whole: false, seq: 1, what: 'changed' });
  expect(errors).toContainEqual({ seq: 1, what: 'changed' });
  expect(await metrics()).toContain('resq_audit_broken 1');
});

it('deletes and signs nothing when the attacker also computes every hash anew', async () => {
  await sql(`update audit_log set at = at - interval '13 months'`);
  await rehash();
  await expect(retire()).rejects.toThrow();
  expect(await count()).toBe(OLD + NEW);
  expect(await verify()).toMatchObject({ whole: false, what: 'cut_off' });
});

it('signs no new row on top of a chain that was computed anew', async () => {
  await sql(`update audit_log set details = '{}' where seq = 2`);
  await rehash();
  await record(1);
  await seal();
  expect(await verify()).toMatchObject({ whole: false, what: 'cut_off' });
  expect(errors).toContainEqual({ seq: OLD + NEW, what: 'cut_off' });
  expect(await metrics()).toContain('resq_audit_broken 1');
});

it('accepts no signature of the head as a checkpoint', async () => {
  const file = readFileSync(join(app.dataDir, 'audit-head.json'), 'utf8');
  const { seq, hash, mac } = JSON.parse(file) as Link & { mac: string };
  await sql('delete from audit_log');
  await sql('insert into audit_checkpoint values (gen_random_uuid(), $1, $2, $3)', [
    seq,
    hash,
    mac,
  ]);
  expect(await verify()).toEqual({ whole: false, seq, what: 'forged' });
});

it('stays whole after a change of the key, while the earlier key is named', async () => {
  await retire();
  const newKey = () => randomBytes(32).toString('base64');
  const AUDIT_KEY = newKey();
  const verifyWith = (env: Record<string, string>) => {
    const { databaseUrl, dataDir } = app;
    const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env });
    const parts = [app.app.get(AuditLogRepository), new AuditHead(config)] as const;
    return new AuditVerifier(config, ...parts, app.app.get(Transactions)).verify();
  };
  const AUDIT_PREVIOUS_KEYS = `${newKey()},${savedKey().toString('base64')}`;
  expect(await verifyWith({ AUDIT_KEY, AUDIT_PREVIOUS_KEYS })).toMatchObject({ whole: true });
  expect(await verifyWith({ AUDIT_KEY })).toMatchObject({ whole: false, what: 'forged' });
});

it('goes on from a head that version 0.2 has signed with the audit key itself', async () => {
  const file = join(app.dataDir, 'audit-head.json');
  const { seq, hash } = JSON.parse(readFileSync(file, 'utf8')) as Link;
  const mac = createHmac('sha256', savedKey()).update(`${seq}:${hash}`).digest('hex');
  writeFileSync(file, JSON.stringify({ seq, hash, mac }));
  expect(await verify()).toMatchObject({ whole: true });
  await record(1);
  await seal();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ seq: seq + 1 });
  expect(errors).toEqual([]);
});

it('seals one after the other, so that an earlier act does not get the place of another', async () => {
  await record(1);
  await asOwner(app.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query('select 1 from audit_log where seq is null for update');
    const first = sealAsJob();
    await untilWaiting(app.database, 1);
    app.clock.step(-DAY_MS);
    await record(1);
    const second = sealAsJob();
    await untilWaiting(app.database, 2);
    await owner.query('commit');
    await Promise.all([first, second]);
  });
  const links = OLD + NEW + 2;
  expect(await verify()).toEqual({ whole: true, links, from: 1, unsealed: 0 });
  expect(errors).toEqual([]);
});

it('replaces no head whose signature is wrong, and raises the alarm', async () => {
  const file = join(app.dataDir, 'audit-head.json');
  const forged = JSON.stringify({ seq: 1, hash: '', mac: '' });
  writeFileSync(file, forged);
  await record(1);
  await seal();
  expect(readFileSync(file, 'utf8')).toBe(forged);
  expect(await verify()).toMatchObject({ whole: false, what: 'forged' });
  expect(errors).toContainEqual({ seq: 0, what: 'forged' });
});

it('verifies the whole log every day, and a broken one is a failed job until it is mended', async () => {
  const [row] = await sql<{ details: object }>('select details from audit_log where seq = 2');
  await sql(`update audit_log set details = '{}' where seq = 2`);
  const { databaseUrl, clock, dataDir } = app;
  const worker = await startApp({ databaseUrl, clock, env: { DATA_DIR: dataDir }, jobs: true });
  const lines = errorsOf(worker);
  const jobs = async (condition: string) =>
    (await sql(`select id from outbox where name = 'audit.verify' and ${condition}`)).length;
  const hasFailed = async () => (await jobs('failed_at is not null')) === 1;
  await until('the job has failed', ARRIVES_MS, hasFailed);
  expect(lines).toContainEqual({ seq: 2, what: 'changed' });
  expect(await metrics(worker)).toContain('resq_audit_broken 1');
  await sql('update audit_log set details = $1 where seq = 2', [row?.details]);
  await sql('update outbox set failed_at = null where failed_at is not null');
  clock.step(15_000);
  await worker.app.get(JobQueue).sweep();
  const isDone = async () => (await jobs('done_at is null')) === 0;
  await until('the job is done', ARRIVES_MS, isDone);
  expect(await metrics(worker)).toContain('resq_audit_broken 0');
  clock.step(DAY_MS);
  await worker.app.get(JobQueue).sweep();
  expect(await jobs('true')).toBe(2);
  await worker.close();
});
