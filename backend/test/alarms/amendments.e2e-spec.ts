import { randomUUID } from 'node:crypto';
import type { Alarm, RaiseResult, Sync } from '../../src/contract/alarm.js';
import { AlarmsService } from '../../src/modules/alarms/alarms.service.js';
import { StreamWriter } from '../../src/modules/alarms/stream/stream-writer.repository.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { call, outlastToken, signIn, type Person } from '../support/client.js';
import { useBuilding } from '../support/building.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** An alarm's place and note, added later by its sender, and its extension by an hour. */

const building = useBuilding();
const MINUTE_MS = 60_000;

async function raise(person: Person): Promise<Alarm> {
  const { body } = await call<RaiseResult>(
    building.app,
    `POST /buildings/${person.buildingId}/alarms`,
    { token: person.token, body: { alarmId: randomUUID(), type: 'fire' } },
  );
  return body.alarm;
}

const amend = ({ token }: Person, alarmId: string, body: unknown) =>
  call<{ alarm: Alarm }>(building.app, `PATCH /alarms/${alarmId}`, { token, body });

const extend = ({ token }: Person, alarmId: string) =>
  call<{ alarm: Alarm }>(building.app, `POST /alarms/${alarmId}/extend`, { token });

const events = ({ token, buildingId }: Person) =>
  call<Sync>(building.app, `GET /buildings/${buildingId}/events?after=0`, { token });

const refused = async (answer: ReturnType<typeof amend>) => {
  const { status, body } = await answer;
  return [status, body.error.code];
};

/** Access tokens are valid for ten minutes, so members sign in again after a step. */
async function pass(minutes: number): Promise<void> {
  building.app.clock.step(minutes * MINUTE_MS);
  for (const name of ['anna', 'karl', 'lisa'] as const)
    building[name] = await signIn(building.app, name);
}

describe('place and note', () => {
  it('are sent to every neighbour at once, and are part of the alarm', async () => {
    const neighbour = await building.open(building.lisa);
    const { id } = await raise(building.karl);
    const placed = await amend(building.karl, id, { place: ' Källaren ' });
    expect([placed.status, placed.body.alarm.place]).toEqual([200, 'Källaren']);
    await amend(building.karl, id, { note: 'Rök från ett förråd' });
    expect(await neighbour.until('alarm:event', 3)).toMatchObject({
      kind: 'updated',
      seq: 3,
      alarm: { id, place: 'Källaren', note: 'Rök från ett förråd' },
    });
    const { body } = await events(building.anna);
    expect(body.active).toMatchObject([{ place: 'Källaren', note: 'Rök från ett förråd' }]);
  });

  it('are sent once when they are saved twice, and removed by an empty text', async () => {
    const { id } = await raise(building.karl);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => amend(building.karl, id, { place: 'Vinden' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await events(building.karl)).body.head).toBe(2);
    expect((await amend(building.karl, id, { place: null })).body.alarm).not.toHaveProperty(
      'place',
    );
    expect((await amend(building.karl, id, { place: '' })).status).toBe(200);
    expect((await events(building.karl)).body.head).toBe(3);
  });

  it('are refused when they are too long, not a text, or unknown', async () => {
    const { id } = await raise(building.karl);
    for (const [field, value] of [
      ['place', 'x'.repeat(61)],
      ['note', 'x'.repeat(141)],
      ['note', 112],
      ['type', 'medical'],
    ] as const) {
      const { status, body } = await amend(building.karl, id, { [field]: value });
      expect([status, Object.keys(body.error.fields ?? {})]).toEqual([400, [field]]);
    }
    expect((await events(building.karl)).body.head).toBe(1);
  });
});

describe('an extension by an hour', () => {
  it('is announced to all, counts once when requested twice, and moves the expiry job', async () => {
    const neighbour = await building.open(building.lisa);
    outlastToken(building.app, neighbour);
    const { id } = await raise(building.karl);
    await pass(56);
    const endsAt = new Date(building.app.clock.now().getTime() + 60 * MINUTE_MS).toISOString();
    const answers = await Promise.all([extend(building.karl, id), extend(building.karl, id)]);
    expect(answers.map(({ body }) => body.alarm.expiresAt)).toEqual([endsAt, endsAt]);
    expect(await neighbour.until('alarm:event', 2)).toMatchObject({
      kind: 'updated',
      alarm: { expiresAt: endsAt, status: 'active' },
    });

    const jobs = building.app.app.get(JobQueue);
    const open = () =>
      building.app.database.query<unknown[]>('select 1 from outbox where done_at is null');
    await pass(5);
    await jobs.sweep();
    // When one row is left, the job of the first hour has run.
    await until('one job is left', ARRIVES_MS, async () => (await open()).length === 1);
    expect((await events(building.anna)).body.active).toMatchObject([{ id, status: 'active' }]);
    await neighbour.roundTrip();
    expect(neighbour.all('alarm:event')).toHaveLength(2);

    await pass(55);
    await jobs.sweep();
    expect(await neighbour.until('alarm:event', 3)).toMatchObject({
      kind: 'expired',
      alarm: { endedAt: endsAt },
    });
  });
});

describe('an expiry on another node', () => {
  let other: TestApp;

  const kinds = async () => {
    building.anna = await signIn(building.app, 'anna');
    const { body } = await events(building.anna);
    return body.events.map(({ kind }) => kind);
  };

  beforeEach(async () => {
    const { databaseUrl, clock, dataDir } = building.app;
    other = await startApp({ databaseUrl, clock, env: { DATA_DIR: dataDir, ROLE: 'api' } });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await other.close();
  });

  it('refuses an extension that was decided on before it', async () => {
    const { app } = building;
    const { id } = await raise(building.karl);
    await pass(59);
    const writer = app.app.get(StreamWriter);
    const save = writer.save.bind(writer);
    jest.spyOn(writer, 'save').mockImplementationOnce(async (request) => {
      app.clock.step(MINUTE_MS);
      await other.app.get(AlarmsService).expireIfDue(id);
      return save(request);
    });
    expect(await refused(extend(building.karl, id))).toEqual([409, 'alarm.over']);
    expect(await kinds()).toEqual(['raised', 'expired']);
  });

  it('does nothing after an extension that was saved while it was decided on', async () => {
    const { app } = building;
    const { id } = await raise(building.karl);
    await pass(59);
    const writer = app.app.get(StreamWriter);
    const otherWriter = other.app.get(StreamWriter);
    const save = writer.save.bind(writer);
    const saveOther = otherWriter.save.bind(otherWriter);
    let expiry: Promise<unknown> | undefined;
    let endExtension = () => {};
    const extended = new Promise<void>((resolve) => (endExtension = resolve));
    jest.spyOn(writer, 'save').mockImplementationOnce(async (request) => {
      app.clock.step(MINUTE_MS);
      await new Promise<void>((decided) => {
        jest.spyOn(otherWriter, 'save').mockImplementationOnce(async (later) => {
          decided();
          await extended;
          return saveOther(later);
        });
        expiry = other.app.get(AlarmsService).expireIfDue(id);
      });
      return save(request).finally(() => endExtension());
    });
    expect((await extend(building.karl, id)).status).toBe(200);
    await expiry;
    expect(await kinds()).toEqual(['raised', 'updated']);
  });
});

it('only the sender may amend, also the managers extend, and only while the alarm is active', async () => {
  const { id } = await raise(building.karl);
  const otto = await signIn(building.app, 'otto');
  const place = (person: Person, of: string) => amend(person, of, { place: 'Vinden' });
  expect(await refused(place(building.lisa, id))).toEqual([403, 'alarm.not_sender']);
  expect(await refused(place(building.anna, id))).toEqual([403, 'alarm.not_sender']);
  expect(await refused(extend(building.lisa, id))).toEqual([403, 'alarm.not_yours']);
  const asks = [place, extend];
  for (const ask of asks) {
    expect(await refused(ask(otto, id))).toEqual([404, 'alarm.not_found']);
    expect(await refused(ask(building.karl, randomUUID()))).toEqual([404, 'alarm.not_found']);
  }
  expect((await events(building.anna)).body.head).toBe(1);
  await pass(60);
  for (const ask of asks)
    expect(await refused(ask(building.karl, id))).toEqual([409, 'alarm.over']);
});

it('a sender whose right to send is paused may call for help and end; a manager extends instead', async () => {
  const { id } = await raise(building.karl);
  const path = `PATCH /buildings/${building.anna.buildingId}/members/${building.karl.membershipId}`;
  const pause = { token: building.anna.token, body: { maySend: false } };
  expect((await call(building.app, path, pause)).status).toBe(200);
  const note = amend(building.karl, id, { note: 'Elda mer' });
  expect(await refused(note)).toEqual([403, 'alarm.sending_paused']);
  expect(await refused(extend(building.karl, id))).toEqual([403, 'alarm.sending_paused']);
  expect((await events(building.anna)).body.head).toBe(1);
  await pass(56);
  const { status, body } = await extend(building.anna, id);
  expect([status, Date.parse(body.alarm.expiresAt)]).toEqual([
    200,
    building.app.clock.now().getTime() + 60 * MINUTE_MS,
  ]);
  const act = (route: string, body: object) =>
    call<{ alarm: Alarm }>(building.app, `POST /alarms/${id}/${route}`, {
      token: building.karl.token,
      body,
    });
  expect((await act('responses', { response: 'need_help' })).status).toBe(200);
  expect((await events(building.anna)).body.active).toMatchObject([
    { id, needHelp: [{ membershipId: building.karl.membershipId }] },
  ]);
  expect((await act('end', { outcome: 'false_alarm' })).body.alarm.status).toBe('cancelled');
});
