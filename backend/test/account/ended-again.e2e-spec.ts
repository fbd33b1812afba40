import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { freePort } from '../../../infra/local/ports.mjs';
import { boot, type RunningApp } from '../../src/boot.js';
import type { RaiseResult, Sync } from '../../src/contract/alarm.js';
import type { CreatedResetLink } from '../../src/contract/http.js';
import { ErasureService } from '../../src/modules/account/erasure.service.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { RecoveryService } from '../../src/modules/recovery/recovery.service.js';
import { call, newPerson, openTab, signIn, Tab, type Person } from '../support/client.js';
import { connect } from '../support/connect.js';
import { newDisplay, pair, tokenOf } from '../support/display.js';
import { asOwner, databaseUrlOf, onServer, ownerUrlOf } from '../support/create-database.js';
import { everythingIn } from '../support/everything.js';
import { tokenIn } from '../support/reset-link-calls.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** A backup, then acts that end something, then a restore of that backup. */

const NEW_PASSWORD = 'ett-nytt-hemligt';
const DAY_MS = 24 * 60 * 60_000;

let dataDir: string;
let app: TestApp;
let node: (RunningApp & { url: string }) | undefined;
const tabs: Tab[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resq-ended-'));
});

afterEach(async () => {
  tabs.splice(0).forEach((tab) => tab.close());
  await node?.close();
  node = undefined;
  process.removeAllListeners('unhandledRejection');
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (databaseUrl?: string) =>
  startApp({ env: { DATA_DIR: dataDir }, ...(databaseUrl && { databaseUrl }) });

/** Copies the database of a stopped application. @returns the address of the copy */
async function backUp(url: string): Promise<string> {
  const name = new URL(url).pathname.slice(1);
  const copy = `${name}_backup`;
  await onServer((server) => server.query(`create database ${copy} template ${name}`));
  return databaseUrlOf(copy);
}

async function bootOn(databaseUrl: string): Promise<RunningApp & { url: string }> {
  const port = String(await freePort());
  const env = { PORT: port, METRICS_PORT: String(await freePort()), PUBLIC_URL: ORIGIN };
  const booted = await boot({
    ...env,
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrlOf(databaseUrl),
    DATA_DIR: dataDir,
    DEMO: 'on',
    LOG_LEVEL: 'silent',
  });
  node = { ...booted, url: `http://127.0.0.1:${port}` };
  await booted.ready;
  return node;
}

const raise = (at: { url: string }, person: Person) =>
  call<RaiseResult>(at, `POST /buildings/${person.buildingId}/alarms`, {
    token: person.token,
    body: { alarmId: randomUUID(), type: 'fire', separate: true },
  });

it('keeps ended what had ended since the backup, before the first node is ready', async () => {
  app = await start();
  const [anna, karl, lisa, otto] = [
    await signIn(app, 'anna'),
    await signIn(app, 'karl'),
    await signIn(app, 'lisa'),
    await signIn(app, 'otto'),
  ];
  const siv = await newPerson(app, { name: 'Siv Sivertsson', apartment: '1402' });
  const elsewhere = await signIn(app, 'karl');
  const { alarm, epoch } = (await raise(app, karl)).body;
  await app.close();
  const backup = await backUp(app.databaseUrl);

  app = await start(app.databaseUrl);
  const act = (route: string, { token }: Person, body: object = {}) =>
    call(app, route, { token, body });
  const member = `/buildings/${lisa.buildingId}/members/${lisa.membershipId}`;
  expect((await act(`PATCH ${member}`, anna, { status: 'revoked' })).status).toBe(200);
  const passwords = { current: DEMO_PASSWORD, password: NEW_PASSWORD };
  expect((await act('POST /auth/password', karl, passwords)).status).toBe(204);
  const confirm = { password: 'hemligt-nog' };
  expect((await act('POST /auth/me/close', siv, confirm)).status).toBe(204);
  const person = { userId: siv.userId, membershipIds: [siv.membershipId] };
  await app.app.get(ErasureService).erase(person);
  const sessions = await call<{ id: string; current: boolean }[]>(app, 'GET /auth/sessions', otto);
  const own = sessions.body.find(({ current }) => current)?.id;
  expect((await act(`DELETE /auth/sessions/${own}`, otto)).status).toBe(204);
  expect((await act(`POST /alarms/${alarm.id}/end`, karl, { outcome: 'resolved' })).status).toBe(
    200,
  );
  const tab = await openTab(app, anna);
  const seq = tab.all('sync')[0]?.head ?? 0;
  tab.close();
  await app.app.get(RecoveryService).copy();
  await app.close();

  const restored = await bootOn(backup);
  const cursors = { [anna.buildingId]: { epoch, seq } };
  const annas = new Tab(restored, { token: anna.token, cursors });
  const lisas = new Tab(restored, { token: lisa.token });
  tabs.push(annas, lisas);
  const sync: Sync = await annas.until('sync');
  expect(sync).toMatchObject({ reset: true, active: [] });
  expect(sync.epoch).not.toBe(epoch);

  expect((await raise(restored, anna)).status).toBe(201);
  await annas.until('alarm:event');
  expect((await raise(restored, lisa)).status).toBe(403);
  expect(lisas.all('sync')).toEqual([]);
  expect(lisas.all('alarm:event')).toEqual([]);
  const statusOf = async ({ token }: Person): Promise<number> =>
    (await call(restored, 'GET /auth/me', { token })).status;
  expect(await statusOf(otto)).toBe(401);
  expect(await statusOf(elsewhere)).toBe(401);
  expect(await statusOf(karl)).toBe(200);
  const email = 'karl@resq.example';
  const body = { email, password: DEMO_PASSWORD };
  expect((await call(restored, 'POST /auth/sign-in', { body })).status).toBe(401);
  const database = await connect(backup);
  const everything = await everythingIn(database);
  expect(everything).not.toContain('Siv Sivertsson');
  await database.destroy();
});

function listsRemovalOf({ membershipId }: Person): boolean {
  const ledger = join(dataDir, 'ended.jsonl');
  const lines = existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n') : [];
  return lines.some((line) => line.includes(membershipId) && line.includes('revoked'));
}

/** Puts another database in the place of one that is in use, as the promotion of a standby that lags does. */
async function swap(url: string, other: string): Promise<void> {
  const [name, fresh] = [url, other].map((address) => new URL(address).pathname.slice(1));
  await onServer(async (server) => {
    await server.query(`alter database ${name} allow_connections false`);
    await server.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    );
    await server.query(`alter database ${name} rename to ${name}_old`);
    await server.query(`alter database ${fresh} rename to ${name}`);
  });
}

it('ends again what had ended when the database is put back while the node runs', async () => {
  app = await start();
  const [anna, lisa] = [await signIn(app, 'anna'), await signIn(app, 'lisa')];
  await app.close();
  const backup = await backUp(app.databaseUrl);
  const running = await bootOn(app.databaseUrl);
  const member = `/buildings/${lisa.buildingId}/members/${lisa.membershipId}`;
  const removal = { token: anna.token, body: { status: 'revoked' } };
  expect((await call(running, `PATCH ${member}`, removal)).status).toBe(200);
  await until('the removal is in the ledger', ARRIVES_MS, () => listsRemovalOf(lisa));
  await swap(app.databaseUrl, backup);
  const statusOf = (owner: Client) =>
    owner.query<{ status: string }>('select status from memberships where id = $1', [
      lisa.membershipId,
    ]);
  await until('she is removed again', ARRIVES_MS, async () => {
    const { rows } = await asOwner(app.databaseUrl, statusOf);
    return rows[0]?.status === 'revoked';
  });
  expect((await raise(running, lisa)).status).toBe(403);
});

it('ends nothing again that is older than a backup: the audit log has forgotten it as well', async () => {
  app = await start();
  const lisa = await signIn(app, 'lisa');
  const listRemoval = () => {
    const at = app.clock.ago(31 * DAY_MS).toISOString();
    const ids = { id: randomUUID(), actorId: null, buildingId: null, subjectId: lisa.membershipId };
    const act = { ...ids, at, action: 'membership.changed', details: { status: 'revoked' } };
    writeFileSync(join(dataDir, 'ended.jsonl'), `${JSON.stringify(act)}\n`);
  };
  listRemoval();
  expect(await app.app.get(RecoveryService).replay()).toBe(0);
  await app.close();
  listRemoval();
  expect((await raise(await bootOn(app.databaseUrl), lisa)).status).toBe(201);
});

it('shortens the ledger every day while it runs', async () => {
  app = await start();
  const [anna, lisa] = [await signIn(app, 'anna'), await signIn(app, 'lisa')];
  app.app.get(RecoveryService).start();
  const member = `/buildings/${lisa.buildingId}/members/${lisa.membershipId}`;
  const removal = { token: anna.token, body: { status: 'revoked' } };
  expect((await call(app, `PATCH ${member}`, removal)).status).toBe(200);
  await until('the removal is in the ledger', ARRIVES_MS, () => listsRemovalOf(lisa));
  app.clock.step(31 * DAY_MS);
  await until('the ledger has forgotten it', ARRIVES_MS, () => !listsRemovalOf(lisa));
  await app.close();
});

it('changes nothing at the next start, and nothing that was given back later', async () => {
  app = await start();
  const anna = await signIn(app, 'anna');
  const lisa = await signIn(app, 'lisa');
  await app.close();
  const backup = await backUp(app.databaseUrl);
  app = await start(app.databaseUrl);
  for (const status of ['revoked', 'active']) {
    const member = `/buildings/${lisa.buildingId}/members/${lisa.membershipId}`;
    const change = { token: anna.token, body: { status } };
    expect((await call(app, `PATCH ${member}`, change)).status).toBe(200);
    app.clock.step(1_000);
  }
  await app.app.get(RecoveryService).copy();
  await app.close();
  app = await start(backup);
  const recovery = app.app.get(RecoveryService);
  expect(await recovery.replay()).toBe(2);
  expect((await raise(app, lisa)).status).toBe(201);
  expect(await recovery.replay()).toBe(0);
  await app.close();
});

it('keeps displays, exercises, codes and links ended', async () => {
  app = await start();
  const [anna, lisa, admin] = [
    await signIn(app, 'anna'),
    await signIn(app, 'lisa'),
    await signIn(app, 'admin'),
  ];
  const act = <T>(route: string, { token }: Person, body?: object) =>
    call<T>(app, route, { token, ...(body && { body }) });
  const created = await newDisplay(app);
  const display = (await pair(app, anna, created.code)).body;
  const path = `/buildings/${anna.buildingId}`;
  const tomorrow = new Date(app.clock.now().getTime() + 24 * 60 * 60_000);
  const at = `${tomorrow.toISOString().slice(0, 10)}T12:00:00.000Z`;
  const exercise = (await act<{ id: string }>(`POST ${path}/exercises`, anna, { at })).body;
  const code = (await act<{ id: string }>('POST /admin/codes', admin, { code: 'ABCD-1234' })).body;
  const member = `${path}/members/${lisa.membershipId}`;
  const link = await act<CreatedResetLink>(`POST ${member}/reset-link`, anna);
  await app.close();
  const backup = await backUp(app.databaseUrl);

  app = await start(app.databaseUrl);
  const ends = [`kiosks/${display.id}`, `exercises/${exercise.id}`];
  for (const rest of ends) {
    expect((await act(`DELETE ${path}/${rest}`, anna)).status).toBe(204);
  }
  expect((await act(`DELETE /admin/codes/${code.id}`, admin)).status).toBe(204);
  expect((await act('DELETE /auth/reset-link', lisa)).status).toBe(204);
  await app.app.get(RecoveryService).copy();
  await app.close();

  app = await start(backup);
  expect((await tokenOf(app, created)).status).toBe(200);
  expect(await app.app.get(RecoveryService).replay()).toBe(4);
  expect((await tokenOf(app, created)).body.error.code).toBe('kiosk.revoked');
  const planned = await act<{ items: object[] }>(`GET ${path}/exercises`, anna);
  expect(planned.body.items).toMatchObject([{ state: 'calledOff' }]);
  expect((await act(`DELETE /admin/codes/${code.id}`, admin)).body.error.code).toBe(
    'code.not_found',
  );
  const reset = { token: tokenIn(link.body), password: NEW_PASSWORD };
  const used = await call(app, 'POST /auth/reset', { body: reset });
  expect(used.body.error.code).toBe('auth.reset_link_invalid');
  await app.close();
});
