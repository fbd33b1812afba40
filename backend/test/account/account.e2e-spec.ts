import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RaiseResult, Reach } from '../../src/contract/alarm.js';
import type { AlarmDetails, SignInSession } from '../../src/contract/http.js';
import { AuditSealer } from '../../src/modules/audit/audit-sealer.js';
import { AuditVerifier } from '../../src/modules/audit/audit-verifier.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { RetentionRules } from '../../src/platform/retention/retention.js';
import { call, newPerson, signIn, type Person } from '../support/client.js';
import { everythingIn } from '../support/everything.js';
import { useBuilding } from '../support/building.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

const DAY_MS = 24 * 60 * 60_000;
const building = useBuilding();

/** @returns every row of every table as text, including the queue's schema */
const everything = () => everythingIn(building.app.database);

/** Runs the jobs that are due by now, and waits until none is left. */
async function work(): Promise<void> {
  const { app, database, clock } = building.app;
  await app.get(JobQueue).sweep();
  await until('every due job is done', ARRIVES_MS, async () => {
    const [row] = await database.query<{ open: number }[]>(
      'select count(*)::int as open from outbox where done_at is null and due_at <= $1',
      [clock.now()],
    );
    return row?.open === 0;
  });
}

async function alarmWithWords({ token, buildingId }: Person): Promise<string> {
  const { body } = await call<RaiseResult>(building.app, `POST /buildings/${buildingId}/alarms`, {
    token,
    body: {
      alarmId: randomUUID(),
      type: 'medical',
      separate: true,
      place: 'Vinden hos Siv',
      note: 'Svimmat',
    },
  });
  return body.alarm.id;
}

const respond = (person: Person, alarmId: string, body: object) =>
  call(building.app, `POST /alarms/${alarmId}/responses`, { token: person.token, body });

const exportOf = ({ token }: Person, password: unknown = DEMO_PASSWORD) =>
  call<Record<string, unknown[]>>(building.app, 'POST /auth/me/export', {
    token,
    body: { password },
  });

const close = (person: Person, password: string) =>
  call(building.app, 'POST /auth/me/close', { token: person.token, body: { password } });

describe('stored data', () => {
  it('has a retention rule for each table', async () => {
    const tables = await building.app.database.query<{ name: string }[]>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const known = building.app.app.get(RetentionRules).all.map(({ table }) => table);
    expect(known.toSorted()).toEqual(
      tables
        .map(({ name }) => name)
        .filter((name) => name !== 'migrations')
        .toSorted(),
    );
  });

  it('is listed in docs/operations.md as the retention rules say', () => {
    const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    const [, table = ''] = /<!-- keeping -->([^]*)<!-- \/keeping -->/.exec(page) ?? [];
    const listed = table
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
    const rules = building.app.app.get(RetentionRules).all;
    expect(listed.map(([, ...cells]) => cells.slice(0, 3)).toSorted()).toEqual(
      rules
        .map(({ table: name, personal, retainedFor: time }) => [name, personal ?? 'nothing', time])
        .toSorted(),
    );
  });

  it('is erased after a year: nothing of an alarm is left, and the audit chain is complete', async () => {
    const { app, karl, lisa } = building;
    const id = await alarmWithWords(karl);
    await respond(lisa, id, { response: 'need_help', place: 'Källaren hos Siv' });
    await call(app, `POST /alarms/${id}/receipts`, {
      token: lisa.token,
      body: { deviceId: randomUUID(), level: 'seen' },
    });
    await app.database.query(
      `insert into push_deliveries (alarm_id, membership_id, device_id, step, result, attempts, at)
       values ($1, $2, $3, 0, 'sent', 1, $4)`,
      [id, lisa.membershipId, randomUUID(), app.clock.now()],
    );
    expect(await everything()).toContain('Vinden hos Siv');
    await app.app.get(AuditSealer).seal();
    app.clock.step(300 * DAY_MS);
    await work();
    expect(await everything()).toContain('Vinden hos Siv');
    app.clock.step(66 * DAY_MS);
    await work();
    const left = await everything();
    expect(left).not.toMatch(/Vinden hos Siv|Källaren hos Siv|Svimmat/);
    for (const table of [
      'alarms',
      'alarm_events',
      'presses',
      'alarm_responses',
      'alarm_receipts',
      'push_deliveries',
    ]) {
      expect(await app.database.query(`select 1 from ${table}`)).toEqual([]);
    }
    const [tombstone] = await app.database.query<{ details: object }[]>(
      `select details from audit_log where action = 'alarm.retired' and subject_id = $1`,
      [id],
    );
    expect(tombstone?.details).toEqual({
      events: 3,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    await app.app.get(AuditSealer).seal();
    expect(await app.app.get(AuditVerifier).verify()).toMatchObject({ whole: true });
  });
});

describe('a closed account', () => {
  it('loses every session at once and cannot sign in again; closing requires the right password', async () => {
    const { app, karl } = building;
    const tab = await building.open(karl);
    expect((await close(karl, 'fel lösenord')).status).toBe(403);
    expect((await close(karl, DEMO_PASSWORD)).status).toBe(204);
    await tab.until('session:end');
    expect((await call(app, 'GET /auth/me', { token: karl.token })).status).toBe(401);
    const again = await call(app, 'POST /auth/sign-in', {
      body: { email: 'karl@resq.example', password: DEMO_PASSWORD },
    });
    expect(again.status).toBe(401);
  });

  it('leaves no personal data, while the alarm stays in the history without the name', async () => {
    const { app, anna } = building;
    const siv = await newPerson(app, { name: 'Siv Sjögren', apartment: '1404' });
    const [{ email } = { email: '' }] = await app.database.query<{ email: string }[]>(
      'select email from users where id = $1',
      [siv.userId],
    );
    const own = await alarmWithWords(siv);
    const other = await alarmWithWords(anna);
    await respond(siv, other, { response: 'need_help', place: 'Pannrummet' });
    await close(siv, 'hemligt-nog');
    await work();
    const during = await call<AlarmDetails>(app, `GET /alarms/${own}`, anna);
    // Somebody looks for Siv now.
    expect(during.body.alarm).toMatchObject({
      sender: { name: 'Siv Sjögren', home: { apartment: '1404' } },
      place: 'Vinden hos Siv',
    });
    app.clock.step(60 * 60_000);
    await work();
    const { token } = await signIn(app, 'anna');
    const left = await everything();
    for (const trace of ['Siv Sjögren', email, '"1404"', 'Pannrummet']) {
      expect(left).not.toContain(trace);
    }
    const { body } = await call<AlarmDetails>(app, `GET /alarms/${own}`, { token });
    expect(body.alarm.sender.name).toBe('Tidigare boende');
    expect(body.alarm).not.toHaveProperty('note');
    expect(body.alarm).not.toHaveProperty('place');
    const theirs = await call<AlarmDetails>(app, `GET /alarms/${other}`, { token });
    expect(theirs.body.alarm.note).toBe('Svimmat');
    expect(theirs.body.alarm.needHelp).toEqual([
      expect.objectContaining({ name: 'Tidigare boende' }),
    ]);
    const reach = await call<Reach>(app, `GET /alarms/${own}/reach`, { token });
    expect(reach.body.counts.homes).toBe(3);
    const ids = await app.database.query<{ action: string }[]>(
      'select action from audit_log where subject_id = $1 order by at',
      [siv.userId],
    );
    expect(ids).toContainEqual({ action: 'account.erased' });
  });

  it('is erased again when a backup restores it, as long as the list of erasures exists', async () => {
    const { app } = building;
    const siv = await newPerson(app, { name: 'Siv Sjögren', apartment: '1404' });
    // An alarm that Siv is no part of delays nothing.
    await alarmWithWords(building.anna);
    await close(siv, 'hemligt-nog');
    await work();
    expect(await everything()).not.toContain('Siv Sjögren');
    const restore = () =>
      app.database.query(
        `insert into users (id, email, password_hash, password_is_long, created_at)
         values ($1, 'siv@resq.example', 'x', false, now())`,
        [siv.userId],
      );
    await restore();
    app.clock.step(DAY_MS);
    await work();
    expect(await everything()).not.toContain('siv@resq.example');
    rmSync(join(app.dataDir, 'erasures.jsonl'));
    await restore();
    app.clock.step(DAY_MS);
    await work();
    expect(await everything()).toContain('siv@resq.example');
  });

  it('cannot be closed by a building’s only manager until there is another one', async () => {
    const { app, anna, karl } = building;
    const refused = await close(anna, DEMO_PASSWORD);
    expect(refused.body.error.code).toBe('building.last_manager');
    expect((await call(app, 'GET /auth/me', { token: anna.token })).status).toBe(200);
    await call(app, `PATCH /buildings/${anna.buildingId}/members/${karl.membershipId}`, {
      token: anna.token,
      body: { role: 'manager' },
    });
    expect((await close(anna, DEMO_PASSWORD)).status).toBe(204);
  });
});

describe('a person’s own data', () => {
  it('can be exported as one file, without data of other members', async () => {
    const { karl, lisa } = building;
    const id = await alarmWithWords(karl);
    await respond(lisa, id, { response: 'coming' });
    const { body } = await exportOf(karl);
    expect(body['users']).toMatchObject({ email: 'karl@resq.example' });
    expect(JSON.stringify(body['alarm_events'])).toContain('Vinden hos Siv');
    expect(body['alarm_responses']).toEqual([]);
    const theirs = await exportOf(lisa);
    expect(theirs.body['alarm_responses']).toHaveLength(1);
    expect(JSON.stringify(theirs.body)).not.toMatch(/karl@|Svimmat|password|hash/i);
  });

  it('are exported only with the password', async () => {
    const { app, karl } = building;
    const wrong = await exportOf(karl, 'fel lösenord');
    const message = 'Det nuvarande lösenordet stämmer inte.';
    expect([wrong.status, wrong.body.error]).toEqual([
      403,
      expect.objectContaining({
        code: 'auth.wrong_password',
        message,
        fields: { password: message },
      }),
    ]);
    expect(wrong.body).not.toHaveProperty('users');
    expect((await exportOf(karl, null)).status).toBe(400);
    expect((await call(app, 'GET /auth/me/export', { token: karl.token })).status).toBe(404);
    const exports = "select 1 from audit_log where action = 'account.exported' and actor_id = $1";
    const logged = () => app.database.query<object[]>(exports, [karl.userId]);
    expect(await logged()).toEqual([]);
    const { status } = await exportOf(karl);
    expect([status, await logged()]).toEqual([200, [expect.anything()]]);
  });

  it('can be changed only by that person, and only they can leave the building', async () => {
    const { app, karl, lisa } = building;
    const mine = `/memberships/${karl.membershipId}`;
    const body = { name: 'Karl Ek Ny', apartment: '1302' };
    expect((await call(app, `PATCH ${mine}`, { token: lisa.token, body })).status).toBe(404);
    expect((await call(app, `DELETE ${mine}`, { token: lisa.token })).status).toBe(404);
    const changed = await call(app, `PATCH ${mine}`, { token: karl.token, body });
    expect(changed.body).toMatchObject({ name: 'Karl Ek Ny', apartment: '1301' });
    expect((await call(app, `DELETE ${mine}`, { token: karl.token })).status).toBe(204);
    const raised = await call(app, `POST /buildings/${karl.buildingId}/alarms`, {
      token: karl.token,
      body: { alarmId: randomUUID(), type: 'fire' },
    });
    expect(raised.status).toBe(403);
  });

  it('includes the sign-ins, which can be ended one by one', async () => {
    const { app, karl, lisa } = building;
    const chrome =
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36';
    const elsewhere = await signIn(app, 'karl', { 'user-agent': chrome });
    const tab = await building.open(elsewhere);
    const { body } = await call<SignInSession[]>(app, 'GET /auth/sessions', karl);
    expect(body.map(({ current }) => current).toSorted()).toEqual([false, true]);
    expect(body.map(({ label }) => label).toSorted()).toEqual(['Chrome på Android', 'Webbläsare']);
    const other = body.find(({ current }) => !current)?.id ?? '';
    const path = `DELETE /auth/sessions/${other}`;
    expect((await call(app, path, { token: lisa.token })).status).toBe(404);
    expect((await call(app, path, { token: karl.token })).status).toBe(204);
    await tab.until('session:end');
    expect((await call(app, 'GET /auth/me', { token: elsewhere.token })).status).toBe(401);
    expect((await call(app, 'GET /auth/me', { token: karl.token })).status).toBe(200);
  });
});
