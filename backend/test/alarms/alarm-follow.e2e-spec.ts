import { randomUUID } from 'node:crypto';
import { AlarmTimelineRepository } from '../../src/modules/alarms/history/alarm-timeline.repository.js';
import type { Logger } from '../../src/platform/logging.js';
import { LOGGER, NODE_ID } from '../../src/platform/tokens.js';
import { call, openTab, signIn, type Person, type Tab } from '../support/client.js';
import { subscribe } from '../support/push-calls.js';
import { PushService } from '../support/push-service.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** An alarm that works leaves lines on every node, by which an operator can follow it. */

let nodes: TestApp[];
let push: PushService;
let karl: Person;
let lisa: Person;
let tab: Tab;
let lines: string[];

beforeAll(async () => {
  push = await PushService.start();
  const env = { REDIS_URL: process.env['TEST_REDIS_URL'] ?? '', PUSH_TEST_HOST: push.host };
  const first = await startApp({ env });
  const { databaseUrl, clock, dataDir } = first;
  nodes = [first, await startApp({ databaseUrl, clock, env: { ...env, DATA_DIR: dataDir } })];
  [karl, lisa] = [await signIn(first, 'karl'), await signIn(first, 'lisa')];
  tab = await openTab(nodes[1]!, lisa);
  await subscribe(first, push, lisa);
  lines = [];
  for (const { app } of nodes) {
    const logger = app.get<Logger>(LOGGER);
    jest.spyOn(logger, 'info').mockImplementation((line: unknown, msg?: string) => {
      const [nodeId, time] = [app.get<string>(NODE_ID), clock.now().toISOString()];
      lines.push(JSON.stringify({ level: 30, time, nodeId, ...(line as object), msg }));
    });
  }
});

afterAll(async () => {
  tab.close();
  for (const node of nodes.reverse()) await node.close();
  await push.close();
});

const about = (msg: string) =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['msg'] === msg);

it('the id of an alarm finds its press, commit, events, pushes, receipts and end, in milliseconds', async () => {
  const [first, second] = nodes as [TestApp, TestApp];
  // The node of the press has somebody to send to as well.
  const own = await openTab(first, karl);
  const alarmId = randomUUID();
  const { buildingId } = karl;
  const body = { alarmId, type: 'fire', place: 'Annas källare' };
  const press = `POST /buildings/${buildingId}/alarms`;
  const { body: raised } = await call(first, press, { token: karl.token, body });
  await Promise.all([own, tab].map((one) => one.until('alarm:event')));
  const { deviceId } = tab.socket.auth as { deviceId: string };
  await tab.socket.emitWithAck('alarm:receipt', { alarmId, deviceId, level: 'received' });
  await until('the pushes are sent', ARRIVES_MS, () =>
    Promise.resolve(about('pushes sent').length > 0),
  );
  await call(first, `POST /alarms/${alarmId}/end`, {
    token: karl.token,
    body: { outcome: 'resolved' },
  });
  own.close();
  await until('both nodes have emitted the end', ARRIVES_MS, () =>
    Promise.resolve(about('alarm emitted').length >= 4),
  );

  const ids = { alarmId, buildingId };
  expect(raised).toMatchObject({ alarm: { id: alarmId } });
  expect(about('press received')).toEqual([
    expect.objectContaining({ ...ids, userId: karl.userId }),
  ]);
  expect(about('alarm saved')).toEqual([expect.objectContaining({ ...ids, seq: 1 })]);
  expect(about('alarm ended')).toEqual([expect.objectContaining({ ...ids, kind: 'resolved' })]);
  expect(about('pushes sent')).toEqual([expect.objectContaining({ ...ids, step: 0, sent: 1 })]);
  const emitted = about('alarm emitted');
  expect(new Set(emitted.map((line) => line['nodeId'])).size).toBe(2);
  for (const line of emitted) expect(line).toMatchObject({ ...ids, ms: expect.any(Number) });
  expect(lines.join()).not.toMatch(/Annas|Karl|resq\.example/);

  const timelines = first.app.get(AlarmTimelineRepository);
  expect(await timelines.follow('no id', [])).toBeUndefined();
  const text = await timelines.follow(alarmId, ['no JSON', ...lines]);
  const steps = ['press received', 'press saved', 'event raised', 'alarm emitted', 'pushes sent'];
  for (const step of [...steps, 'push sent', 'receipt received'])
    expect(text).toMatch(new RegExp(`^ *\\d+ ms {2}${step}`, 'm'));
  expect(text).toContain(`nodeId=${second.app.get<string>(NODE_ID)}`);
});

it('an unsaved press is found in the log of the containers, and only an unknown one is not', async () => {
  const timelines = nodes[0]!.app.get(AlarmTimelineRepository);
  const alarmId = randomUUID();
  const line = { time: '2026-11-27T12:00:00.000Z', alarmId, msg: 'press received', nodeId: 'n1' };
  const logs = ['node-1  | listening', `node-1  | ${JSON.stringify(line)}`];
  expect(await timelines.follow(alarmId.toUpperCase(), logs)).toMatch(
    /^ *0 ms {2}press received +nodeId=n1$/,
  );
  expect(await timelines.follow(randomUUID(), logs)).toBeUndefined();
});

it('a refused event is logged with its user and ids, and with nothing else of its payload', async () => {
  const alarmId = randomUUID();
  const payload = { alarmId, outcome: 'resolved', buildingId: 'Anna' } as const;
  expect(await tab.socket.emitWithAck('alarm:end', payload)).toMatchObject({ ok: false });
  const [line] = about('event refused');
  expect(line).toMatchObject({ alarmId, userId: lisa.userId, event: 'alarm:end' });
  expect(line).not.toHaveProperty('buildingId');
});
