import { randomUUID } from 'node:crypto';
import { AuditSealer } from '../../src/modules/audit/audit-sealer.js';
import { AuditVerifier } from '../../src/modules/audit/audit-verifier.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { call, signIn, type Person } from '../support/client.js';
import { asOwner } from '../support/create-database.js';
import { startApp, type TestApp } from '../support/start-app.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ jobs: true });
});

afterAll(() => app.close());

const verify = () => app.app.get(AuditVerifier).verify();
const seal = () => app.app.get(AuditSealer).seal();
const sql = <T>(text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, async (owner) => (await owner.query(text, values)).rows as T[]);

/** Damages the log by a statement, verifies it, and undoes the damage. @returns the verdict */
async function damagedBy(statement: string) {
  await sql('create table if not exists saved_log as select * from audit_log where false');
  await sql('truncate saved_log');
  await sql('insert into saved_log select * from audit_log');
  await sql(statement);
  const verdict = await verify();
  await sql('truncate audit_log');
  await sql('insert into audit_log select * from saved_log');
  expect(await verify()).toMatchObject({ whole: true });
  return verdict;
}

describe('the audit log', () => {
  it('records sign-ins, refusals and acts of an administrator, without names', async () => {
    const admin = await signIn(app, 'admin');
    await call(app, 'POST /auth/sign-in', {
      body: { email: 'anna@resq.example', password: 'fel lösenord' },
    });
    const { body } = await call<{ id: string }>(app, 'POST /admin/codes', {
      token: admin.token,
      body: { code: 'ABCD-1234', name: 'Bo Ek', email: 'bo@resq.example' },
    });
    await call(app, `DELETE /admin/codes/${body.id}`, { token: admin.token });
    const rows = await sql<{ action: string; actor: string | null }>(
      `select action, u.email as actor from audit_log a left join users u on u.id = a.actor_id
        order by a.at, a.action`,
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { action: 'session.started', actor: 'admin@resq.example' },
        { action: 'session.refused', actor: null },
        { action: 'code.created', actor: 'admin@resq.example' },
        { action: 'code.deleted', actor: 'admin@resq.example' },
      ]),
    );
    const everything = JSON.stringify(await sql('select * from audit_log'));
    expect(everything).not.toMatch(/Bo Ek|resq\.example|ABCD-1234|fel lösenord/);
  });

  it('records every act on an alarm with its actor, but neither the kind of response nor a text', async () => {
    const karl = await signIn(app, 'karl');
    const lisa = await signIn(app, 'lisa');
    const id = randomUUID();
    const act = (person: Person, route: string, sent: object) =>
      call(app, `POST ${route}`, { token: person.token, body: sent });
    const press = { alarmId: id, type: 'fire', note: 'Röken kommer från Siv' };
    await act(karl, `/buildings/${karl.buildingId}/alarms`, press);
    await act(lisa, `/alarms/${id}/responses`, { response: 'need_help', place: 'Vinden' });
    await act(karl, `/alarms/${id}/end`, { outcome: 'false_alarm' });
    const rows = await sql<{ action: string; actor: string; details: object }>(
      `select action, u.email as actor, details from audit_log a join users u on u.id = a.actor_id
        where subject_id = $1 order by a.at, a.action`,
      [id],
    );
    expect(rows.map(({ action, actor }) => `${actor.split('@')[0]} ${action}`).toSorted()).toEqual([
      'karl alarm.cancelled',
      'karl alarm.raised',
      'lisa alarm.answered',
      'lisa alarm.updated',
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Siv|Vinden|need_help/);
  });

  it('is written in the transaction of the act, so a refused act leaves no record of success', async () => {
    const admin = await signIn(app, 'admin');
    const before = await sql('select id from audit_log');
    const { status } = await call(app, 'POST /admin/codes', {
      token: admin.token,
      body: { code: 'DEMO-2026' },
    });
    expect(status).toBe(409);
    expect(await sql('select id from audit_log')).toHaveLength(before.length);
  });

  it('is sealed once by its job, even when several run at a time', async () => {
    app.clock.step(60_000);
    await app.app.get(JobQueue).sweep();
    await Promise.all([seal(), seal(), seal()]);
    const rows = await sql<{ seq: number }>('select seq from audit_log order by seq');
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    expect(await verify()).toEqual({ whole: true, links: rows.length, from: 1, unsealed: 0 });
  });

  it('fails its verification at the row that was changed, removed, swapped or cut off', async () => {
    await seal();
    const [{ last } = { last: 0 }] = await sql<{ last: number }>(
      'select max(seq) as last from audit_log',
    );
    expect(last).toBeGreaterThan(4);
    expect(
      await damagedBy(`update audit_log set details = '{"role":"admin"}' where seq = 3`),
    ).toEqual({ whole: false, seq: 3, what: 'changed' });
    expect(
      await damagedBy('update audit_log set actor_id = gen_random_uuid() where seq = 4'),
    ).toEqual({
      whole: false,
      seq: 4,
      what: 'changed',
    });
    expect(await damagedBy('delete from audit_log where seq = 3')).toEqual({
      whole: false,
      seq: 3,
      what: 'missing',
    });
    expect(await damagedBy('delete from audit_log where seq > 3')).toEqual({
      whole: false,
      seq: 4,
      what: 'cut_off',
    });
    const swap = `update audit_log a set id = b.id, at = b.at, action = b.action,
                         actor_id = b.actor_id, subject_id = b.subject_id, details = b.details
                    from (select * from audit_log where seq in (2, 3)) b
                   where a.seq in (2, 3) and b.seq = 5 - a.seq`;
    await sql('alter table audit_log drop constraint audit_log_pkey');
    expect(await damagedBy(swap)).toEqual({ whole: false, seq: 2, what: 'changed' });
    await sql('alter table audit_log add constraint audit_log_pkey primary key (id)');
  });
});
