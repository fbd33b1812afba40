import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { RaiseResult, Reach, ReachedHome, ReceiptLevel } from '../../src/contract/alarm.js';
import { ReceiptsService } from '../../src/modules/alarms/responses/receipts.service.js';
import type { Actor } from '../../src/modules/auth/actor.js';
import type { AlarmServer } from '../../src/modules/alarms/live/socket.js';
import { buildingRoom } from '../../src/platform/realtime/local-broadcast.js';
import { IO } from '../../src/platform/tokens.js';
import { call, newPerson, openTab, signIn, type Person } from '../support/client.js';
import { asOwner } from '../support/create-database.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';
import { promised } from '../support/wait-until.js';

/** The receipts that devices send for an alarm, and the reach that its sender sees. */

let app: TestApp;
let anna: Person;
let karl: Person;
let lisa: Person;

beforeEach(async () => {
  app = await freshApp();
  [anna, karl, lisa] = (await Promise.all(['anna', 'karl', 'lisa'].map((n) => signIn(app, n)))) as [
    Person,
    Person,
    Person,
  ];
});

async function raise(person: Person): Promise<string> {
  const { body } = await call<RaiseResult>(app, `POST /buildings/${person.buildingId}/alarms`, {
    token: person.token,
    body: { alarmId: randomUUID(), type: 'fire' },
  });
  return body.alarm.id;
}

const phone = randomUUID();

function report({ token }: Person, alarmId: string, level: unknown, deviceId: unknown = phone) {
  const body = { deviceId, level };
  return call(app, `POST /alarms/${alarmId}/receipts`, { token, body });
}

async function homeOf(apartment: string, alarmId: string): Promise<ReachedHome | undefined> {
  const { body } = await call<Reach>(app, `GET /alarms/${alarmId}/reach`, karl);
  return body.homes.find((home) => home.apartment === apartment);
}

it('a receipt raises its home to the level of its furthest device, and never lowers it', async () => {
  const alarmId = await raise(karl);
  expect(await homeOf('1102', alarmId)).toMatchObject({ level: 'unreached' });
  for (const level of ['received', 'sounding', 'seen'] satisfies ReceiptLevel[]) {
    expect((await report(lisa, alarmId, level)).status).toBe(204);
    expect(await homeOf('1102', alarmId)).toMatchObject({ level });
  }
  expect((await report(lisa, alarmId, 'received', randomUUID())).status).toBe(204);
  const home = await homeOf('1102', alarmId);
  expect(home).toMatchObject({ level: 'seen', at: app.clock.now().toISOString() });
  await call(app, `POST /alarms/${alarmId}/responses`, {
    token: lisa.token,
    body: { response: 'safe' },
  });
  expect(await homeOf('1102', alarmId)).toMatchObject({ level: 'responded', response: 'safe' });
});

it('the reach counts each home at its furthest level only', async () => {
  const alarmId = await raise(karl);
  await report(lisa, alarmId, 'received');
  await report(lisa, alarmId, 'sounding');
  await report(anna, alarmId, 'received');
  const { body } = await call<Reach>(app, `GET /alarms/${alarmId}/reach`, karl);
  expect(body.counts).toMatchObject({ homes: 2, sounding: 1, received: 1, seen: 0, unreached: 0 });
});

it('a receipt with the id of a device of another person counts for its own sender alone', async () => {
  const alarmId = await raise(karl);
  await report(lisa, alarmId, 'seen', phone);
  expect(await homeOf('1102', alarmId)).toMatchObject({ level: 'seen' });
  expect(await homeOf('1201', alarmId)).toMatchObject({ level: 'unreached' });
  await report(anna, alarmId, 'received', phone);
  expect(await homeOf('1102', alarmId)).toMatchObject({ level: 'seen' });
  expect(await homeOf('1201', alarmId)).toMatchObject({ level: 'received' });
});

it('a receipt is saved once, however often it is sent by socket and by HTTP', async () => {
  const alarmId = await raise(karl);
  const tab = await openTab(app, lisa);
  const said = { alarmId, deviceId: phone, level: 'received' as const };
  const acks = await Promise.all([
    tab.socket.emitWithAck('alarm:receipt', said),
    tab.socket.emitWithAck('alarm:receipt', said),
    report(lisa, alarmId, 'received'),
  ]);
  expect(acks).toMatchObject([{ ok: true }, { ok: true }, { status: 204 }]);
  const rows = await app.database.query<unknown[]>('select * from alarm_receipts');
  expect(rows).toHaveLength(1);
  tab.close();
});

/** Without the event, the sender fetches the reach every ten seconds. */
const SOON_MS = 3_000;

it('a receipt sends the new reach to the sender within three seconds, and to no neighbour', async () => {
  const alarmId = await raise(karl);
  const [sender, neighbour] = [await openTab(app, karl), await openTab(app, lisa)];
  const before = performance.now();
  await report(lisa, alarmId, 'sounding');
  const reach = await sender.until('alarm:reach');
  expect(performance.now() - before).toBeLessThan(promised(SOON_MS));
  expect(reach.homes.find(({ apartment }) => apartment === '1102')?.level).toBe('sounding');
  await neighbour.roundTrip();
  expect(neighbour.all('alarm:reach')).toEqual([]);
  sender.close();
  neighbour.close();
});

it('an event asks the tabs of a large building alone to spread their receipts', async () => {
  const neighbour = await openTab(app, lisa);
  await raise(karl);
  expect((await neighbour.until('alarm:event')).receiptsWithinMs).toBeUndefined();
  const { adapter } = app.app.get<AlarmServer>(IO).of('/');
  for (let n = 0; n < 1_000; n += 1) {
    await adapter.addAll(`tab-${n}`, new Set([buildingRoom(lisa.buildingId)]));
  }
  await raise(anna);
  expect((await neighbour.until('alarm:event', 2)).receiptsWithinMs).toBe(400);
  neighbour.close();
});

it('three hundred receipts that arrive at once are saved with four statements a second', async () => {
  const alarmId = await raise(karl);
  const queries = jest.spyOn(app.app.get(DataSource), 'query');
  const since = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => report(lisa, alarmId, 'received', randomUUID())),
  );
  expect(answers.every(({ status }) => status === 204)).toBe(true);
  const written = queries.mock.calls.filter(([sql]) => sql.includes('into alarm_receipts'));
  expect(written).not.toEqual([]);
  // The bound grows with the time that a slow machine needs for three hundred calls.
  expect(written.length).toBeLessThanOrEqual((performance.now() - since) / 250 + 1);
  queries.mockRestore();
  const [row] = await app.database.query<{ count: string }[]>(
    'select count(*) from alarm_receipts',
  );
  expect(row?.count).toBe('300');
});

it('receipts that were saved together are answered fifty a turn, so that a press is read between', async () => {
  const alarmId = await raise(karl);
  const actor = { userId: lisa.userId } as Actor;
  const receipts = app.app.get(ReceiptsService);
  let most = 0;
  let inThisTurn = 0;
  let isOpen = true;
  const count = () => {
    inThisTurn = 0;
    if (isOpen) setImmediate(count);
  };
  count();
  const record = (deviceId: string) => receipts.record(actor, alarmId, { deviceId, level: 'seen' });
  const answered = () => (most = Math.max(most, (inThisTurn += 1)));
  await Promise.all(Array.from({ length: 180 }, () => record(randomUUID()).then(answered)));
  isOpen = false;
  expect(most).toBe(50);
});

it('a receipt is saved when the node shuts down right after it arrived', async () => {
  const alarmId = await raise(karl);
  const tab = await openTab(app, lisa);
  const setTimer = global.setTimeout;
  // The timer that would save it a quarter of a second later never fires.
  const timers = jest
    .spyOn(global, 'setTimeout')
    .mockImplementation((run: () => void, ms?: number) =>
      setTimer(ms === 250 ? () => undefined : run, ms),
    );
  tab.socket.emit('alarm:receipt', { alarmId, deviceId: phone, level: 'seen' }, () => undefined);
  // The round trip ends after the receipt has arrived.
  await tab.roundTrip();
  timers.mockRestore();
  const { databaseUrl } = app;
  await app.close();
  const saved = await asOwner(databaseUrl, (owner) =>
    owner.query('select level from alarm_receipts'),
  );
  expect(saved.rows).toEqual([{ level: 'seen' }]);
});

it('a receipt from a stranger is refused as for an unknown alarm, and is not saved', async () => {
  const alarmId = await raise(karl);
  const otto = await signIn(app, 'otto');
  const visitor = await newPerson(app);
  await app.database.query(`update memberships set status = 'revoked' where id = $1`, [
    lisa.membershipId,
  ]);
  for (const person of [otto, visitor, lisa]) {
    for (const id of [alarmId, randomUUID()]) {
      const { status, body } = await report(person, id, 'seen');
      expect([status, body.error.code]).toEqual([404, 'alarm.not_found']);
    }
  }
  expect(await app.database.query('select * from alarm_receipts')).toEqual([]);
});

it('a receipt changes nothing once the alarm has ended', async () => {
  const alarmId = await raise(karl);
  await call(app, `POST /alarms/${alarmId}/end`, {
    token: karl.token,
    body: { outcome: 'resolved' },
  });
  expect((await report(lisa, alarmId, 'seen')).status).toBe(204);
  expect(await homeOf('1102', alarmId)).toMatchObject({ level: 'unreached' });
});

it.each([
  ['an unknown level', 'responded', phone],
  ['no level', undefined, phone],
  ['an invalid device id', 'seen', 'my phone'],
])('a receipt is refused with %s', async (_what, level, deviceId) => {
  const alarmId = await raise(karl);
  const { status, body } = await report(lisa, alarmId, level, deviceId);
  expect([status, body.error.code]).toEqual([400, 'request.invalid']);
});
