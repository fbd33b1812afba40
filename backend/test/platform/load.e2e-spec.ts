import { randomUUID } from 'node:crypto';
import type { RaiseResult } from '../../src/contract/alarm.js';
import type { Ack } from '../../src/contract/events.js';
import { NodeLoad } from '../../src/platform/load/node-load.js';
import { PressQueue } from '../../src/platform/load/press-queue.js';
import type { Ids } from '../attack/support/cast.js';
import { addressOf, REQUESTS } from '../attack/support/requests.js';
import { callOnce, openTab, signIn, type Person, type Tab, untilSaved } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** A node that is behind refuses what can wait, and nothing that an alarm needs. */

const CAN_WAIT = [
  'POST /auth/sign-up',
  'GET /auth/sessions',
  'POST /auth/me/export',
  'GET /devices',
  'POST /devices/page-errors',
  'GET /buildings/:id/log',
  'GET /buildings/:id/members',
  'GET /buildings/:id/homes',
  'GET /buildings/:id/exercises',
  'GET /buildings/:id/exercises/:exerciseId/report',
  'GET /buildings/:id/invitations',
  'GET /buildings/:id/to-do',
  'GET /buildings/:id/alarms',
  'GET /alarms/:alarmId/report',
  'POST /alarms/:alarmId/receipts',
  'GET /admin/codes',
  'GET /admin/audit',
  'GET /admin/buildings',
];

/** Until the changes are let go, at the end of these tests. */
const HELD_MS = 300_000;
/** More than any node saves within the deadline of a press. */
const WAITING_CHANGES = 10_000;
/** Spread, so that those who were refused together do not come back together. */
const SECONDS = /^[123]$/;

const gauge = { name: 'test', read: () => waiting, limit: 0 };
let waiting = 0;
let app: TestApp;
let karl: Person;
let tab: Tab;

beforeAll(async () => {
  app = await startApp();
  karl = await signIn(app, 'karl');
  tab = await openTab(app, karl);
  const load = app.app.get(NodeLoad);
  load.watch(gauge);
  waiting = 1;
  await until('the node refuses receipts', ARRIVES_MS, () => load.refuses('receipt'));
});

afterAll(async () => {
  tab.close();
  await app.close();
});

const codeOf = (ack: Ack): string => (ack.ok ? 'ok' : ack.error.code);
const press = (alarmId: string) => ({ alarmId, type: 'fire' as const, separate: true });
const receipt = (alarmId: string) => ({ alarmId, deviceId: randomUUID(), level: 'seen' as const });

it('refuses history, lists, sign-ups and receipts before it looks at the caller', async () => {
  const ids = new Proxy({}, { get: () => randomUUID() }) as Ids;
  const refused: string[] = [];
  for (const [route, make] of Object.entries(REQUESTS)) {
    const { path, body } = make(ids);
    const answer = await callOnce(app, addressOf(route, path), { body });
    if (answer.body.error?.code !== 'system.busy') continue;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(SECONDS),
    ]);
    refused.push(route);
  }
  expect(refused).toEqual(CAN_WAIT);
});

it('keeps presses by HTTP and socket, and everything that follows one', async () => {
  const [alarmId, socketId] = [randomUUID(), randomUUID()];
  const { token, buildingId } = karl;
  const post = (route: string, body?: object) => callOnce(app, `POST ${route}`, { token, body });
  const get = (route: string) => callOnce(app, `GET ${route}`, { token });
  const statuses = [
    await post(`/buildings/${buildingId}/alarms`, press(alarmId)),
    await post(`/alarms/${alarmId}/responses`, { response: 'need_help' }),
    await post(`/alarms/${alarmId}/mute`, { muted: true }),
    await post(`/alarms/${alarmId}/extend`),
    await get(`/buildings/${buildingId}/events`),
    await get(`/alarms/${alarmId}`),
    await get(`/alarms/${alarmId}/reach`),
    await get('/auth/me'),
    await post(`/alarms/${alarmId}/end`, { outcome: 'resolved' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([201, 200, 200, 200, 200, 200, 200, 200, 200]);
  const { socket } = tab;
  const acks = [
    await socket.emitWithAck('alarm:raise', { buildingId, ...press(socketId) }),
    await socket.emitWithAck('alarm:respond', { alarmId: socketId, response: 'need_help' }),
    await socket.emitWithAck('auth:renew', { token }),
    await socket.emitWithAck('alarm:receipt', receipt(socketId)),
    await socket.emitWithAck('alarm:end', { alarmId: socketId, outcome: 'resolved' }),
  ].map(codeOf);
  expect(acks).toEqual(['ok', 'ok', 'ok', 'system.busy', 'ok']);
});

it('refuses nothing once it has caught up', async () => {
  waiting = 0;
  const load = app.app.get(NodeLoad);
  await until('the node has caught up', ARRIVES_MS, () => !load.refuses('read'));
  const { token, buildingId } = karl;
  const { status } = await callOnce(app, `GET /buildings/${buildingId}/alarms`, { token });
  expect(status).toBe(200);
  const alarmId = randomUUID();
  await tab.socket.emitWithAck('alarm:raise', { buildingId, ...press(alarmId) });
  expect(codeOf(await tab.socket.emitWithAck('alarm:receipt', receipt(alarmId)))).toBe('ok');
});

describe('a node on which presses wait too long', () => {
  let free: () => void;

  beforeAll(async () => {
    // A busy machine may have been too slow for the pings of the first one.
    tab.close();
    tab = await openTab(app, karl);
    const queue = app.app.get(PressQueue);
    const held = new Promise<void>((resolve) => (free = resolve));
    const deadlineMs = performance.now() + HELD_MS;
    const turn = { admit: () => Promise.resolve(), work: () => held, deadlineMs, tooMany: Error };
    for (let n = 0; n < WAITING_CHANGES; n += 1)
      void queue.serialize(`building ${n}`, 'anna', turn);
  });

  const route = () => `POST /buildings/${karl.buildingId}/alarms`;

  it('refuses one at once, before it looks at the sender, and by socket as well', async () => {
    const body = press(randomUUID());
    const answer = await callOnce(app, route(), { body });
    expect([answer.status, answer.body.error.code]).toEqual([503, 'alarm.busy']);
    expect(answer.body.error.message).toContain('Ring 112');
    const { retryInMs = 0 } = answer.body.error;
    expect(retryInMs).toBeGreaterThan(0);
    expect(answer.headers.get('retry-after')).toBe(String(Math.ceil(retryInMs / 1_000)));
    const socket = tab.socket.timeout(ARRIVES_MS);
    const ack = await socket.emitWithAck('alarm:raise', { ...karl, ...body });
    expect(ack).toMatchObject({ error: { code: 'alarm.busy', retryInMs: expect.any(Number) } });
  });

  it('saves the same press once when it is sent again and others wait no more', async () => {
    const { token } = karl;
    const body = press(randomUUID());
    const first = await callOnce(app, route(), { token, body });
    free();
    const again = () => untilSaved(() => callOnce<RaiseResult>(app, route(), { token, body }));
    const second = await again();
    const third = await again();
    // A slow machine may save it at its deadline, and answer 503 before.
    expect([200, 201]).toContain(second.status);
    expect([first.status, third.status]).toEqual([503, 200]);
    expect(third.body.seq).toBe(second.body.seq);
  });
});
