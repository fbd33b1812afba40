import { randomUUID } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import type { RaiseResult, Reach } from '../../src/contract/alarm.js';
import type { AlarmReport, Exercise } from '../../src/contract/exercises.js';
import type { BuildingDetails, Page } from '../../src/contract/http.js';
import { KIOSK_ENDED_MS, type Kiosk } from '../../src/contract/kiosks.js';
import { TIMES } from '../../src/contract/limits.js';
import { KioskSockets } from '../../src/modules/kiosks/kiosk-sockets.js';
import { ChangeSignals } from '../../src/platform/realtime/change-signals.js';
import { call, openTab, signIn, type Person } from '../support/client.js';
import { Display, newDisplay, openDisplay, pair, tokenOf } from '../support/display.js';
import { reseed } from '../support/fresh-app.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, promised, timed, until } from '../support/wait-until.js';

/** Two nodes without Redis: signals go by the database. The displays are at the second one. */

let first: TestApp;
let second: TestApp;
let anna: Person;
let karl: Person;
let display: Display;
let pairingId: string;
let token: string;

beforeAll(async () => {
  first = await startApp();
  const { databaseUrl, clock, dataDir } = first;
  second = await startApp({ databaseUrl, clock, env: { DATA_DIR: dataDir } });
});
beforeEach(async () => {
  await reseed(first, second);
  [anna, karl] = [await signIn(first, 'anna'), await signIn(first, 'karl')];
  const opened = await openDisplay(second, anna);
  ({ display, token } = opened);
  ({ pairingId } = opened.created);
});
afterEach(() => {
  jest.restoreAllMocks();
  display.close();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const as = <T>({ token: access }: Person, route: string, body?: object) =>
  call<T>(first, route, { token: access, ...(body && { body }) });
const raise = async (fields: object = {}, person = karl) => {
  const body = { alarmId: randomUUID(), type: 'fire', ...fields };
  return (await as<RaiseResult>(person, `POST /buildings/${person.buildingId}/alarms`, body)).body
    .alarm;
};
const revoke = () => as(anna, `DELETE /buildings/${anna.buildingId}/kiosks/${pairingId}`);
const listed = async () =>
  (await as<Page<Kiosk>>(anna, `GET /buildings/${anna.buildingId}/kiosks`)).body.items[0];
const exercisePath = ({ id, buildingId }: { id: string; buildingId: string }) =>
  `DELETE /buildings/${buildingId}/exercises/${id}`;
const reported = async (id: string) =>
  (await as<AlarmReport>(anna, `GET /alarms/${id}/report`)).body;
const reachOf = async (id: string) => (await as<Reach>(anna, `GET /alarms/${id}/reach`)).body;
const loseSignals = () => {
  jest.spyOn(second.app.get(ChangeSignals), 'receive').mockReturnValue();
};

it('shows an alarm pressed at another node, with its home and without a name or text', async () => {
  const tookMs = await timed(async () => {
    await raise({ note: 'Rök i trapphuset', place: 'Köket hos Karl' });
    await display.shows('the alarm', ({ alarms }) => alarms.length > 0);
  });
  expect(tookMs).toBeLessThan(promised(1_000));
  expect(display.states.at(-1)).toEqual({
    alarms: [
      {
        id: expect.any(String),
        type: 'fire',
        exercise: false,
        home: { apartment: '1301', floor: 3 },
        raisedAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    ],
    serverNow: expect.any(String),
    build: expect.any(String),
  });
});

it('shows the entrance and the floor alone for a medical alarm', async () => {
  await first.database.query(`update memberships set entrance = 'A' where apartment = '1301'`);
  await raise({ type: 'medical', note: 'Hjärtinfarkt i 1301' });
  const { alarms } = await display.shows('the alarm', (state) => state.alarms.length > 0);
  expect(alarms[0]?.home).toEqual({ entrance: 'A', floor: 3 });
  expect(JSON.stringify(display.frames)).not.toMatch(/1301/);
});

it('has no name, note or place in any frame, through the whole life of an alarm', async () => {
  const lisa = await signIn(first, 'lisa');
  const { id } = await raise({ note: 'Anteckning', place: 'Larmplats' });
  await raise({ note: 'Vittnets ord' }, lisa);
  await display.shows('the alarm', ({ alarms }) => alarms.length > 0);
  await as(lisa, `POST /alarms/${id}/responses`, { response: 'need_help', place: 'Hjälpplats' });
  await as(karl, `PATCH /alarms/${id}`, { note: 'Ändrad anteckning' });
  await as(anna, `POST /alarms/${id}/end`, { outcome: 'resolved' });
  await display.shows('the end', ({ alarms }) => alarms.length === 0);
  await raise({ type: 'medical', note: 'Anteckning igen' }, lisa);
  await display.shows('the next', ({ alarms }) => alarms[0]?.type === 'medical');
  await revoke();
  await display.got('kiosk:end');
  const said = JSON.stringify(display.frames);
  expect(said).toContain('"1301"');
  expect(said).not.toMatch(/Karl|Lisa|Anna|Berg|Ek|anteckning|ord|plats|@|1102|Storgatan/i);
});

it('shows no home for an exercise, which nothing has happened in', async () => {
  await raise({ exercise: true }, anna);
  const { alarms } = await display.shows('the exercise', (state) => state.alarms.length > 0);
  expect(alarms[0]).toMatchObject({ exercise: true, home: {} });
});

it('says when the next exercise begins once members were told, until it is called off', async () => {
  const { database, clock } = first;
  const at = clock.in(60 * 60_000);
  const ids = { id: randomUUID(), buildingId: anna.buildingId };
  await database.query(
    `insert into exercises (id, building_id, at, created_at) values ($1, $2, $3, $3)`,
    [ids.id, ids.buildingId, at],
  );
  await second.app.get(KioskSockets).lookAtAll();
  expect(display.states.at(-1)).not.toHaveProperty('exerciseAt');
  await database.query('update exercises set announced_at = $1', [clock.now()]);
  await display.shows('the time', ({ exerciseAt }) => exerciseAt === at.toISOString());
  expect((await as<Exercise>(anna, exercisePath(ids))).status).toBe(204);
  await display.shows('no time', ({ exerciseAt }) => exerciseAt === undefined);
});

it('says when the last alarm ended, for a quarter of an hour', async () => {
  const { id } = await raise();
  await as(karl, `POST /alarms/${id}/end`, { outcome: 'resolved' });
  await display.shows('the end', ({ endedAt }) => endedAt === first.clock.now().toISOString());
  const old = { endedAt: first.clock.ago(KIOSK_ENDED_MS).toISOString() };
  await first.database.query('update alarm_events set record = record || $1', [old]);
  await display.shows('no end', ({ endedAt }) => endedAt === undefined);
});

it('counts in the report once it shows the alarm, beside those that did not', async () => {
  const { display: other } = await openDisplay(second, anna);
  const { id } = await raise();
  const foreign = await raise({}, await signIn(first, 'otto'));
  await display.shows('the alarm', ({ alarms }) => alarms.length > 0);
  expect((await reported(id)).displays).toEqual({ shown: 0, all: 2 });
  expect(await reachOf(id)).not.toHaveProperty('displays');
  const tab = await openTab(second, anna);
  for (const _ of [1, 2]) await display.report({ sound: 'off', shown: [id, foreign.id] });
  expect((await reported(id)).displays).toEqual({ shown: 1, all: 2 });
  expect((await reachOf(id)).displays).toBe(1);
  await until('the roll call has the display', ARRIVES_MS, () =>
    tab.all('alarm:reach').some(({ displays }) => displays === 1),
  );
  tab.close();
  expect(await first.database.query('select alarm_id from kiosk_receipts')).toEqual([
    { alarm_id: id },
  ]);
  other.close();
});

it('gets the whole state every ten seconds, however little happens', async () => {
  expect(display.states).toHaveLength(1);
  first.clock.step(9_000);
  await second.app.get(KioskSockets).lookAtAll();
  first.clock.step(1_000);
  await until('the second state', ARRIVES_MS, () => display.states.length === 2);
  expect(display.states[1]?.alarms).toEqual([]);
});

it('shows an alarm and its expiry with every signal lost', async () => {
  loseSignals();
  await raise();
  await display.shows('the alarm', ({ alarms }) => alarms.length > 0);
  await first.database.query('update alarms set expires_at = $1', [first.clock.in(1_000)]);
  first.clock.step(1_000);
  await display.shows('the end', ({ alarms }) => alarms.length === 0);
});

it('ends at its revocation with every signal lost, and gets nothing afterwards', async () => {
  loseSignals();
  const tookMs = await timed(async () => {
    await revoke();
    expect(await display.got('kiosk:end')).toEqual({ reason: 'revoked' });
  });
  expect(tookMs).toBeLessThan(promised(10_000));
  const count = display.frames.length;
  const { display: other } = await openDisplay(second, anna);
  await raise();
  await other.shows('the alarm', ({ alarms }) => alarms.length > 0);
  other.close();
  expect(display.frames).toHaveLength(count);
  expect(await refusalOf(token)).toBe('auth.required');
});

it('ends with its building', async () => {
  await first.database.query('update buildings set closed_at = now() where id = $1', [
    anna.buildingId,
  ]);
  expect(await display.got('kiosk:end')).toEqual({ reason: 'revoked' });
});

it('ends with its token, unless it brings a fresh one', async () => {
  const created = await newDisplay(second);
  await pair(second, anna, created.code);
  const renewing = new Display(second, (await tokenOf(second, created)).body.token);
  await renewing.got('kiosk:state');
  first.clock.step(TIMES.accessTokenMs - 60_000);
  const fresh = (await tokenOf(second, created)).body.token;
  expect(await renewing.report({ sound: 'on', token: fresh })).toMatchObject({ ok: true });
  expect(await renewing.report({ sound: 'on', token })).toMatchObject({
    ok: false,
    error: { code: 'auth.required' },
  });
  first.clock.step(60_000);
  expect(await display.got('kiosk:end')).toEqual({ reason: 'token_expired' });
  expect(renewing.socket.connected).toBe(true);
  renewing.close();
});

it('gets nothing with a token that is missing, forged, expired, of a person or of another kind', async () => {
  const claims = { aud: anna.buildingId, sub: pairingId, iss: 'http://localhost:3000' };
  const exp = Math.floor(first.clock.in(60_000).getTime() / 1000);
  const forged = jsonwebtoken.sign({ ...claims, exp }, 'x'.repeat(32), {
    header: { alg: 'HS256', typ: 'kiosk' },
  });
  const unsigned = jsonwebtoken.sign({ ...claims, exp }, '', {
    algorithm: 'none',
    header: { alg: 'none', typ: 'kiosk' },
  });
  const [, payload] = token.split('.');
  for (const bad of [undefined, '', {}, 'x', forged, unsigned, anna.token, `a.${payload}.b`]) {
    expect([bad, await refusalOf(bad)]).toEqual([bad, 'auth.required']);
  }
  first.clock.step(TIMES.accessTokenMs);
  expect(await refusalOf(token)).toBe('auth.required');
});

it('gets alarms of its own building alone', async () => {
  const otto = await signIn(first, 'otto');
  await raise({}, otto);
  const { id } = await raise();
  await display.shows('the alarm', ({ alarms }) => alarms.length > 0);
  expect(display.states.flatMap(({ alarms }) => alarms.map((alarm) => alarm.id))).toEqual([id]);
});

it('is no home and no device: the counts of its building stay as they are', async () => {
  const counts = async () =>
    (await as<BuildingDetails>(anna, `GET /buildings/${anna.buildingId}`)).body;
  const before = await counts();
  const { display: other } = await openDisplay(second, anna);
  await other.report({ sound: 'on' });
  const { id } = await raise();
  await other.shows('the alarm', ({ alarms }) => alarms.length > 0);
  expect(await counts()).toEqual(before);
  const reach = await as<{ counts: Record<string, number> }>(karl, `GET /alarms/${id}/reach`);
  expect(reach.body.counts).toMatchObject({ received: 0, sounding: 0 });
  expect(await first.database.query('select 1 from presences')).toEqual([]);
  other.close();
});

it('reports its sound and its connection to the board', async () => {
  expect(await listed()).toMatchObject({ connected: false });
  await second.app.get(KioskSockets).lookAtAll();
  expect(await display.report({ sound: 'off' })).toEqual({ ok: true });
  await until('connected', ARRIVES_MS, async () => (await listed())?.connected === true);
  expect(await listed()).toMatchObject({ connected: true, sound: 'off' });
  await display.report({ sound: 'on' });
  await until('sound', ARRIVES_MS, async () => (await listed())?.sound === 'on');
  display.close();
  await until('gone', ARRIVES_MS, async () => (await listed())?.connected === false);
  expect(await listed()).toMatchObject({ seenAt: first.clock.now().toISOString() });
  expect(await listed()).not.toHaveProperty('sound');
});

it('refuses a report that is none, and every other event', async () => {
  for (const bad of [undefined, null, 'x', {}, { sound: 'loud' }, { sound: 'on', shown: ['x'] }]) {
    expect(await display.report(bad)).toMatchObject({
      ok: false,
      error: { code: 'request.invalid' },
    });
  }
  const unknown: unknown = await display.socket.emitWithAck('alarm:raise', { type: 'fire' });
  expect(unknown).toMatchObject({ ok: false, error: { code: 'request.not_found' } });
  display.socket.emit('kiosk:report', { sound: 'on' }, 'no function');
  expect(await display.report({ sound: 'on' })).toEqual({ ok: true });
  expect(await first.database.query('select 1 from alarms')).toEqual([]);
});

async function refusalOf(bad: unknown): Promise<unknown> {
  const refused = new Display(second, bad);
  const code = await refused.got('refused');
  expect(refused.frames).toHaveLength(1);
  refused.close();
  return code;
}
