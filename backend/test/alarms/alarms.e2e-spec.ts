import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { PRESS_DATABASE } from '../../src/platform/tokens.js';
import { ALARM_TYPES, type RaiseResult, type Reach, type Sync } from '../../src/contract/alarm.js';
import type { AlarmDetails } from '../../src/contract/http.js';
import { call, callOnce, openTab, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

let app: TestApp;
let anna: Person;
let karl: Person;
let lisa: Person;
let otto: Person;

beforeEach(async () => {
  app = await freshApp();
  anna = await signIn(app, 'anna');
  karl = await signIn(app, 'karl');
  lisa = await signIn(app, 'lisa');
  otto = await signIn(app, 'otto');
});

/** Access tokens are valid for ten minutes, so members sign in again after a step. */
async function step(ms: number): Promise<void> {
  app.clock.step(ms);
  [anna, karl, lisa] = (await Promise.all(['anna', 'karl', 'lisa'].map((n) => signIn(app, n)))) as [
    Person,
    Person,
    Person,
  ];
}

const MINUTE_MS = 60_000;

const raise = (person: Person, body: object = {}, buildingId = person.buildingId) =>
  call<RaiseResult>(app, `POST /buildings/${buildingId}/alarms`, {
    token: person.token,
    body: { alarmId: randomUUID(), type: 'fire', ...body },
  });

const events = (person: Person, after = 0) =>
  call<Sync>(app, `GET /buildings/${person.buildingId}/events?after=${after}`, {
    token: person.token,
  });

const respond = (person: Person, alarmId: string, body: object) =>
  call(app, `POST /alarms/${alarmId}/responses`, { token: person.token, body });

const end = (person: Person, alarmId: string, outcome: string) =>
  call(app, `POST /alarms/${alarmId}/end`, { token: person.token, body: { outcome } });

describe('raising', () => {
  it('answers with the alarm as neighbours see it, without e-mail', async () => {
    const { status, body } = await raise(karl, { place: ' Källaren ', note: 'Rök' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ seq: 1, merged: false });
    expect(body.alarm).toMatchObject({
      type: 'fire',
      status: 'active',
      place: 'Källaren',
      note: 'Rök',
      sender: { name: 'Karl Ek', home: { apartment: '1301' } },
    });
    expect(JSON.stringify(body)).not.toContain('@');
  });

  it('makes one alarm when the same press arrives fifty times at once', async () => {
    const alarmId = randomUUID();
    const again = () => raise(karl, { alarmId });
    const answers = await Promise.all(Array.from({ length: 50 }, again));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(new Set(answers.map(({ body }) => body.seq))).toEqual(new Set([1]));
    expect((await events(karl)).body.events).toHaveLength(1);
  });

  it('answers a retry like the first time, with the alarm as it is now', async () => {
    const alarmId = randomUUID();
    const first = await raise(karl, { alarmId });
    await end(karl, alarmId, 'false_alarm');
    const retry = await raise(karl, { alarmId });
    expect(retry.status).toBe(200);
    expect(retry.body).toMatchObject({
      seq: first.body.seq,
      epoch: first.body.epoch,
      merged: false,
    });
    expect(retry.body.alarm.status).toBe('cancelled');
  });

  it('refuses an id that another person has used, in any building', async () => {
    const alarmId = randomUUID();
    await raise(karl, { alarmId });
    for (const other of [lisa, otto]) {
      const { status, body } = await raise(other, { alarmId });
      expect([status, body.error.code]).toEqual([409, 'alarm.id_taken']);
    }
  });

  it('makes one alarm with a witness when two neighbours press at once', async () => {
    const answers = await Promise.all([raise(karl), raise(lisa)]);
    expect(answers.map(({ body }) => body.merged).sort()).toEqual([false, true]);
    const { body } = await events(anna);
    expect(body.active).toHaveLength(1);
    expect(body.active[0]?.witnessCount).toBe(1);
  });

  it('joins an alarm that was joined less than ten minutes ago', async () => {
    const { body: first } = await raise(karl);
    for (const neighbour of [() => lisa, () => anna]) {
      await step(9 * MINUTE_MS);
      const { body } = await raise(neighbour());
      expect([body.merged, body.alarm.id]).toEqual([true, first.alarm.id]);
    }
  });

  it('leaves no gap in the stream when a hundred members press at once', async () => {
    const names = Array.from({ length: 97 }, (_, n) => `granne-${n}`);
    // Signing up would hash a password for each of them.
    await app.database.query(
      `insert into users (id, email, password_hash, password_is_long, created_at)
       select gen_random_uuid(), name || '@resq.example', password_hash, password_is_long, created_at
         from users, unnest($1::text[]) name where users.id = $2`,
      [names, anna.userId],
    );
    // A slow machine would refuse some of a hundred sign-ins or joins at once.
    const neighbours = [anna, karl, lisa];
    for (const [n, name] of names.entries()) {
      const { token } = await signIn(app, name);
      const home = { name, apartment: String(2000 + n) };
      // After a 503 the membership may have been saved all the same.
      const { status } = await call(app, 'POST /demo/join', { token, body: home });
      expect([201, 409]).toContain(status);
      neighbours.push({ ...anna, token });
    }
    const answers = await Promise.all(
      neighbours.map((person, n) => {
        const press = { alarmId: randomUUID(), type: ALARM_TYPES[n % ALARM_TYPES.length] };
        return raise(person, press);
      }),
    );
    for (const { status } of answers) expect([200, 201]).toContain(status);
    const { body } = await events(anna);
    expect(body.events.map(({ seq }) => seq)).toEqual(neighbours.map((_, n) => n + 1));
    expect(body.active.map(({ type }) => type).sort()).toEqual([...ALARM_TYPES].sort());
    const witnesses = body.active.reduce((sum, { witnessCount }) => sum + witnessCount, 0);
    expect(witnesses).toBe(neighbours.length - ALARM_TYPES.length);
  });

  it('is for members only: a stranger gets the same answer for a real building and an unknown id', async () => {
    const answers = [await raise(otto, {}, anna.buildingId), await raise(otto, {}, randomUUID())];
    for (const { status, body } of answers) {
      expect([status, body.error.code]).toEqual([403, 'building.not_a_member']);
    }
    expect((await events(anna)).body.head).toBe(0);
  });

  it('refuses the seventh alarm within ten minutes, with the advice to ring 112', async () => {
    for (let n = 0; n < 6; n += 1) {
      expect((await raise(karl, { separate: true })).status).toBe(201);
    }
    const { status, body } = await raise(karl, { separate: true });
    expect([status, body.error.code]).toEqual([429, 'alarm.rate_limited']);
    expect(body.error.message).toContain('Ring 112');
    expect((await raise(karl)).body.merged).toBe(true);
    expect((await raise(lisa, { separate: true })).status).toBe(201);
    await step(10 * MINUTE_MS);
    expect((await raise(karl, { separate: true })).status).toBe(201);
  });

  it('saves a press on connections of its own while all others are closed', async () => {
    await app.database.destroy();
    const { status } = await raise(karl);
    await app.database.initialize();
    expect(status).toBe(201);
  });

  it('answers that the alarm was not saved, with the advice to ring 112, while the database is away', async () => {
    const pools = [app.database, app.app.get<DataSource>(PRESS_DATABASE)];
    await Promise.all(pools.map((pool) => pool.destroy()));
    const alarmId = randomUUID();
    const { status, body } = await callOnce(app, `POST /buildings/${karl.buildingId}/alarms`, {
      token: karl.token,
      body: { alarmId, type: 'fire' },
    });
    await Promise.all(pools.map((pool) => pool.initialize()));
    expect([status, body.error.code]).toEqual([503, 'alarm.not_kept']);
    expect(body.error.message).toContain('Ring 112');
    expect((await raise(karl, { alarmId })).status).toBe(201);
  });

  it('lets only managers start an exercise', async () => {
    expect((await raise(karl, { exercise: true })).status).toBe(403);
    expect((await raise(anna, { exercise: true })).body.alarm.exercise).toBe(true);
  });

  it('is refused to a member whose right to send is paused', async () => {
    await call(app, `PATCH /buildings/${anna.buildingId}/members/${karl.membershipId}`, {
      token: anna.token,
      body: { maySend: false },
    });
    expect((await raise(karl)).body.error.code).toBe('alarm.sending_paused');
  });
});

describe('a response', () => {
  it('is shown to the sender and the managers, home by home', async () => {
    const { body: raised } = await raise(karl);
    await respond(lisa, raised.alarm.id, { response: 'coming' });
    for (const reader of [karl, anna]) {
      const { body } = await call<Reach>(app, `GET /alarms/${raised.alarm.id}/reach`, reader);
      expect(body.counts).toMatchObject({ homes: 2, responded: 1, unreached: 1, coming: 1 });
      expect(body.homes).toEqual([
        expect.objectContaining({ apartment: '1102', level: 'responded', response: 'coming' }),
        expect.objectContaining({ apartment: '1201', level: 'unreached' }),
      ]);
    }
    const other = await call(app, `GET /alarms/${raised.alarm.id}/reach`, lisa);
    expect(other.body.error.code).toBe('alarm.not_yours');
  });

  it('that calls for help is shown to all members until a later one withdraws it', async () => {
    const { body: raised } = await raise(karl);
    await respond(lisa, raised.alarm.id, { response: 'need_help', place: 'Tvättstugan' });
    const called = (await events(anna)).body;
    expect(called.events.map(({ kind }) => kind)).toEqual(['raised', 'updated']);
    expect(called.active[0]?.needHelp).toEqual([
      expect.objectContaining({ name: 'Lisa Ny', place: 'Tvättstugan' }),
    ]);
    await respond(lisa, raised.alarm.id, { response: 'safe' });
    expect((await events(anna)).body.active[0]?.needHelp).toEqual([]);
  });

  it('is part of the state that its member receives, and of no other member’s', async () => {
    const { body: raised } = await raise(karl);
    await respond(lisa, raised.alarm.id, { response: 'safe', turn: 1_795_647_247_123 });
    const own = { alarmId: raised.alarm.id, response: 'safe', turn: 1_795_647_247_123 };
    expect((await events(lisa)).body.answers).toEqual([expect.objectContaining(own)]);
    expect((await events(anna)).body.answers).toEqual([]);
  });

  it('is refused once the alarm has ended', async () => {
    const { body: raised } = await raise(karl);
    await step(60 * MINUTE_MS);
    const { status, body } = await respond(lisa, raised.alarm.id, { response: 'safe' });
    expect([status, body.error.code]).toEqual([409, 'alarm.over']);
  });
});

describe('ending', () => {
  it('is allowed to the sender and the managers, and a second end changes nothing', async () => {
    const { body: raised } = await raise(karl);
    expect((await end(lisa, raised.alarm.id, 'resolved')).body.error.code).toBe('alarm.not_yours');
    const ends = await Promise.all([
      end(karl, raised.alarm.id, 'false_alarm'),
      end(anna, raised.alarm.id, 'resolved'),
    ]);
    expect(ends.map(({ status }) => status)).toEqual([200, 200]);
    expect(ends[0]?.body).toEqual(ends[1]?.body);
    const { body } = await events(anna);
    expect(body.events).toHaveLength(2);
    expect(body.active).toEqual([]);
  });

  it('happens by itself after an hour: no answer contains the alarm as active', async () => {
    const { body: raised } = await raise(karl);
    await step(60 * MINUTE_MS);
    expect((await events(anna)).body.active).toEqual([]);
    const { body } = await call<AlarmDetails>(app, `GET /alarms/${raised.alarm.id}`, anna);
    expect(body.alarm).toMatchObject({ status: 'expired', endedAt: raised.alarm.expiresAt });
  });
});

describe('a member of another building', () => {
  it('cannot read, answer or end an alarm, or find out that it exists', async () => {
    const { body: raised } = await raise(karl);
    const { id } = raised.alarm;
    const attempts = [
      await call(app, `GET /alarms/${id}`, otto),
      await call(app, `GET /alarms/${id}/reach`, otto),
      await respond(otto, id, { response: 'safe' }),
      await end(otto, id, 'resolved'),
    ];
    for (const { status, body } of attempts) {
      expect([status, body.error.code]).toEqual([404, 'alarm.not_found']);
    }
    const stream = await call(app, `GET /buildings/${karl.buildingId}/events`, otto);
    expect(stream.body.error.code).toBe('building.not_a_member');
    const tab = await openTab(app, otto);
    await raise(karl, { type: 'medical' });
    await raise(otto);
    await tab.until('alarm:event');
    expect(tab.all('alarm:event').map(({ buildingId }) => buildingId)).toEqual([otto.buildingId]);
    tab.close();
  });
});
