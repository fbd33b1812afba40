import { randomUUID } from 'node:crypto';
import type { SignInSession } from '../../src/contract/http.js';
import { DataSource } from 'typeorm';
import { AuditService } from '../../src/modules/audit/audit.service.js';
import { Housekeeping } from '../../src/platform/retention/retention.js';
import { useBuilding } from '../support/building.js';
import { call, signIn } from '../support/client.js';

/** The privacy policy says how long each kind of data stays, which has no account of its own to end it. */

const DAY_MS = 24 * 60 * 60_000;
const building = useBuilding();

const ROWS = {
  'a sign-in that ended': 'select 1 from auth_sessions where id = $1',
  'a membership that was left': 'select 1 from memberships where id = $1',
  'a name before its change': 'select 1 from home_changes where membership_id = $1',
  'a device': 'select 1 from devices where device_id = $1',
  'readiness in an exercise': 'select 1 from exercises where id = $1',
};
type Kind = keyof typeof ROWS;

it('what nobody uses any more goes after a month, and the rest after a year', async () => {
  const { app, karl, lisa } = building;
  const ids = await fill();
  const left = async () => {
    await app.app.get(Housekeeping).retire();
    const found: string[] = [];
    for (const [kind, sql] of Object.entries(ROWS)) {
      const rows = await app.database.query<object[]>(sql, [ids[kind as Kind]]);
      if (rows.length > 0) found.push(kind);
    }
    return found;
  };
  const all = Object.keys(ROWS);
  app.clock.step(29 * DAY_MS);
  expect(await left()).toEqual(all);
  app.clock.step(2 * DAY_MS);
  expect(await left()).toEqual(all.slice(1));
  app.clock.step(333 * DAY_MS);
  expect(await left()).toEqual(all.slice(1));
  app.clock.step(3 * DAY_MS);
  expect(await left()).toEqual([]);

  async function fill(): Promise<Record<Kind, string>> {
    const { body: signIns } = await call<SignInSession[]>(app, 'GET /auth/sessions', lisa);
    await signIn(app, 'lisa');
    await call(app, `DELETE /auth/sessions/${signIns[0]?.id}`, { token: lisa.token });
    const again = await signIn(app, 'lisa');
    await call(app, `PATCH /memberships/${lisa.membershipId}`, {
      token: again.token,
      body: { name: 'Lisa Berg', apartment: '1102' },
    });
    await call(app, `DELETE /memberships/${karl.membershipId}`, { token: karl.token });
    const [deviceId, exerciseId] = [randomUUID(), randomUUID()];
    const now = app.clock.now();
    await app.database.query(
      `insert into devices (user_id, device_id, label, sound, push, seen_at)
       values ($1, $2, 'Chrome', 'armed', 'off', $3)`,
      [lisa.userId, deviceId, now],
    );
    await app.database.query(
      `insert into exercises (id, building_id, at, created_at, readiness)
       values ($1, $2, $3, $3, jsonb_build_object($4::text, 'ready'))`,
      [exerciseId, lisa.buildingId, now, lisa.membershipId],
    );
    return {
      'a sign-in that ended': signIns[0]?.id ?? '',
      'a membership that was left': karl.membershipId,
      'a name before its change': lisa.membershipId,
      'a device': deviceId,
      'readiness in an exercise': exerciseId,
    };
  }
});

it('sign-ins that end together go twenty in a statement, after 2,000 refresh tokens in each', async () => {
  const { app, karl } = building;
  const ended = app.clock.now();
  await app.database.query(
    `with ended as (
       insert into auth_sessions (id, user_id, created_at, expires_at, ended_at)
       select gen_random_uuid(), $1, $2, $2, $2 from generate_series(1, 45) returning id)
     insert into refresh_tokens (hash, session_id)
     select gen_random_uuid(), id from ended, generate_series(1, 100)`,
    [karl.userId, ended],
  );
  const others = await app.database.query<object[]>(
    `select 1 from refresh_tokens t join auth_sessions s on s.id = t.session_id where s.ended_at is null`,
  );
  app.clock.step(29 * DAY_MS);
  await app.app.get(Housekeeping).retire();
  expect(await countOf('refresh_tokens')).toBe(4_500 + others.length);
  app.clock.step(2 * DAY_MS);
  const statements = jest.spyOn(app.app.get(DataSource), 'query');
  await app.app.get(Housekeeping).retire();
  const removed = async (table: string) => {
    const counts = await Promise.all(
      statements.mock.calls.map(async ([sql], index) =>
        sql.startsWith(`delete from ${table}`)
          ? ((await statements.mock.results[index]?.value) as [unknown, number])[1]
          : 0,
      ),
    );
    return counts.filter((count) => count > 0);
  };
  expect(await removed('refresh_tokens')).toEqual([2_000, 2_000, 500]);
  expect(await removed('auth_sessions')).toEqual([20, 20, 5]);
  statements.mockRestore();
  expect(await countOf('refresh_tokens')).toBe(others.length);

  async function countOf(table: string): Promise<number> {
    return (await app.database.query<object[]>(`select from ${table}`)).length;
  }
});

it('alarms of a year ago go ten in a transaction, with their lines in the audit log', async () => {
  const { app, karl } = building;
  const old = app.clock.ago(367 * DAY_MS);
  await app.database.query(
    `insert into alarms (id, building_id, sender_id, type, exercise, status, raised_at, expires_at,
                         last_press_at, last_seq)
     select gen_random_uuid(), $1, $2, 'fire', false, 'resolved', $3, $3, $3, 0
       from generate_series(1, 25)`,
    [karl.buildingId, karl.membershipId, old],
  );
  const written = jest.spyOn(app.app.get(AuditService), 'write');
  await app.app.get(Housekeeping).retire();
  const retired = written.mock.calls.map(
    ([, ...acts]) => acts.filter(({ action }) => action === 'alarm.retired').length,
  );
  written.mockRestore();
  expect(retired.filter((count) => count > 0)).toEqual([10, 10, 5]);
  const left = 'select 1 from alarms where raised_at = $1';
  expect(await app.database.query(left, [old])).toEqual([]);
});
