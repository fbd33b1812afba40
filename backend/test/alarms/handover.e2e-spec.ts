import { randomUUID } from 'node:crypto';
import type { RaiseResult } from '../../src/contract/alarm.js';
import type { CreatedHandover, HandoverSheet } from '../../src/contract/handover.js';
import { HistoryRepository } from '../../src/modules/alarms/history/history.repository.js';
import { ChangeSignals } from '../../src/platform/realtime/change-signals.js';
import type { Logger } from '../../src/platform/logging.js';
import { LOGGER } from '../../src/platform/tokens.js';
import { call, signIn, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';
import { promised } from '../support/wait-until.js';

/** The sheet that a manager hands to the rescue service. */

let app: TestApp;
let anna: Person;
let karl: Person;
let lisa: Person;
const lines: string[] = [];

beforeEach(async () => {
  lines.length = 0;
  app = await freshApp();
  const logger = app.app.get<Logger>(LOGGER);
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(logger, level).mockImplementation((...line: unknown[]) => {
      lines.push(JSON.stringify(line));
    });
  }
  [anna, karl, lisa] = [
    await signIn(app, 'anna'),
    await signIn(app, 'karl'),
    await signIn(app, 'lisa'),
  ];
});
afterEach(() => {
  jest.restoreAllMocks();
});

const as = <T>({ token }: Person, route: string, body?: object) =>
  call<T>(app, route, { token, ...(body && { body }) });
const raise = async (type = 'fire') => {
  const { body } = await as<RaiseResult>(karl, `POST /buildings/${karl.buildingId}/alarms`, {
    alarmId: randomUUID(),
    type,
    note: 'Rök i trapphuset',
  });
  return body.alarm.id;
};
const create = (alarmId: string, person = anna) =>
  as<CreatedHandover>(person, `POST /alarms/${alarmId}/handover`);
const tokenIn = ({ url }: CreatedHandover) => new URL(url).hash.slice(1);
const open = (token: string) => call<HandoverSheet>(app, `GET /handover/${token}`);
const end = (alarmId: string) => as(karl, `POST /alarms/${alarmId}/end`, { outcome: 'resolved' });

it('has who needs help, who has answered, who is not with it, and the note, without e-mail', async () => {
  await as(anna, `PATCH /buildings/${anna.buildingId}`, { rescueNote: 'Nyckeltub vid porten.' });
  const alarmId = await raise();
  await as(lisa, `POST /alarms/${alarmId}/responses`, {
    response: 'need_help',
    place: 'Badrummet',
  });
  const { status, body } = await create(alarmId);
  expect(status).toBe(201);
  const token = tokenIn(body);
  expect(token).toMatch(/^[\w-]{43}$/);
  const startMs = performance.now();
  const sheet = await open(token);
  expect(performance.now() - startMs).toBeLessThan(promised(1_000));
  expect(sheet.headers.get('cache-control')).toBe('no-store');
  expect(sheet.body).toMatchObject({
    building: { name: 'BRF Storgatan 12', address: 'Storgatan 12, Umeå' },
    rescueNote: 'Nyckeltub vid porten.',
    alarm: {
      type: 'fire',
      note: 'Rök i trapphuset',
      sender: { name: 'Karl Ek', home: { apartment: '1301' } },
      needHelp: [{ name: 'Lisa Ny', home: { apartment: '1102' }, place: 'Badrummet' }],
    },
    homes: [
      { apartment: '1102', response: 'need_help' },
      { apartment: '1201', level: 'unreached', names: ['Anna Berg'] },
    ],
  });
  expect(sheet.body.outside).toHaveLength(11);
  expect(JSON.stringify(sheet.body)).not.toMatch(/@|userId|phone/);
});

it('is over with its alarm, on the page that is open too', async () => {
  const alarmId = await raise();
  const token = tokenIn((await create(alarmId)).body);
  expect((await open(token)).status).toBe(200);
  await end(alarmId);
  const { status, body } = await open(token);
  expect([status, body.error.code]).toEqual([404, 'handover.over']);
  expect((await create(alarmId)).body.error.code).toBe('handover.over');
});

it('is over when its alarm has run out, before a job has said so', async () => {
  const token = tokenIn((await create(await raise())).body);
  app.clock.step(60 * 60_000);
  expect((await open(token)).status).toBe(404);
});

it('is read once a second, however many read it, and is still over with its alarm', async () => {
  const alarmId = await raise();
  const token = tokenIn((await create(alarmId)).body);
  const reads = jest.spyOn(HistoryRepository.prototype, 'events');
  const openAll = async () => {
    const opened = await Promise.all(Array.from({ length: 40 }, () => open(token)));
    return [...new Set(opened.map(({ status }) => status))];
  };
  expect(await openAll()).toEqual([200]);
  await as(lisa, `POST /alarms/${alarmId}/responses`, { response: 'need_help' });
  expect(await openAll()).toEqual([200]);
  expect(reads).toHaveBeenCalledTimes(1);
  app.clock.step(1_000);
  expect((await open(token)).body.alarm.needHelp).toHaveLength(1);
  expect(reads).toHaveBeenCalledTimes(2);
  await end(alarmId);
  expect(await openAll()).toEqual([404]);
});

it('is over on a node that hears of the end from another one', async () => {
  const alarmId = await raise();
  const token = tokenIn((await create(alarmId)).body);
  expect((await open(token)).status).toBe(200);
  await app.database.query(`update alarms set status = 'resolved' where id = $1`, [alarmId]);
  expect((await open(token)).status).toBe(200);
  app.app.get(ChangeSignals).receive({ topic: 'building', id: karl.buildingId }, 'redis');
  expect((await open(token)).status).toBe(404);
});

it('is read by one address three hundred times a minute, however often others are', async () => {
  const [alarmId, over] = [await raise(), await raise('other')];
  const [token, late] = [tokenIn((await create(alarmId)).body), tokenIn((await create(over)).body)];
  await end(over);
  for (const [sheet, answer] of [
    [late, 404],
    [token, 200],
  ] as const) {
    const opened = await Promise.all(Array.from({ length: 301 }, () => open(sheet)));
    const refused = opened.filter(({ status }) => status !== answer);
    expect(refused.map(({ body }) => body.error.code)).toEqual(['auth.too_many_attempts']);
  }
});

it('is made by managers alone', async () => {
  const alarmId = await raise();
  for (const person of [karl, lisa]) {
    const { status, body } = await create(alarmId, person);
    expect([status, body.error.code]).toEqual([403, 'building.manager_required']);
  }
  const otto = await signIn(app, 'otto');
  expect((await create(alarmId, otto)).status).toBe(404);
});

it('has a token of its own alarm, which cannot be made from another one', async () => {
  const [first, second] = [await raise(), await raise('other')];
  const [one, other] = [tokenIn((await create(first)).body), tokenIn((await create(second)).body)];
  const bytes = (token: string) => Buffer.from(token, 'base64url');
  const mixed = Buffer.concat([bytes(one).subarray(0, 16), bytes(other).subarray(16)]);
  const changed = bytes(one);
  changed[31]! ^= 1;
  for (const forged of [mixed.toString('base64url'), changed.toString('base64url'), 'x', '%20']) {
    const { status, body } = await open(forged);
    expect([status, body.error.code]).toEqual([404, 'handover.over']);
  }
});

it('stands in no line of the log', async () => {
  const alarmId = await raise();
  const token = tokenIn((await create(alarmId)).body);
  await open(token);
  const mistyped = [
    `/api/handover/${token}/x`,
    `/API/Handover/${token}`,
    `/api//handover/${token}`,
    `/api/alarms/handover/${token}?${token}`,
    `/handover/${token}`,
  ];
  for (const path of mistyped) await (await fetch(`${app.url}${path}`)).text();
  await end(alarmId);
  await open(token);
  expect(lines.join('\n')).toContain('/api/handover/:token');
  expect(lines.join('\n')).not.toContain(token);
});

it('delays whoever tries tokens, and nobody else at that address', async () => {
  const [alarmId, over] = [await raise(), await raise('other')];
  const [token, late] = [tokenIn((await create(alarmId)).body), tokenIn((await create(over)).body)];
  await end(over);
  for (let n = 0; n < 30; n++) expect((await open(late)).status).toBe(404);
  const statuses: number[] = [];
  for (let n = 0; n < 25; n++) statuses.push((await open('x'.repeat(43))).status);
  expect(statuses).toContain(429);
  expect([(await open(token)).status, (await open(late)).status]).toEqual([200, 404]);
});
