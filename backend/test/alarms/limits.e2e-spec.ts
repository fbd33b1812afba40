import { randomUUID } from 'node:crypto';
import jsonwebtoken, { type JwtPayload } from 'jsonwebtoken';
import type { RaiseResult } from '../../src/contract/alarm.js';
import type { Ack } from '../../src/contract/events.js';
import {
  alarmPurpose,
  PushTicketsService,
} from '../../src/modules/auth/tickets/push-tickets.service.js';
import { useBuilding } from '../support/building.js';
import { call, signIn, type Person, type Tab } from '../support/client.js';
import { ORIGIN } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** Every event and route has a limit per person, over HTTP and sockets together. */

const building = useBuilding();

const codeOf = (ack: Ack): string => (ack.ok ? 'ok' : ack.error.code);

async function raise(person: Person): Promise<string> {
  const { token, buildingId } = person;
  const body = { alarmId: randomUUID(), type: 'fire' };
  await call(building.app, `POST /buildings/${buildingId}/alarms`, { token, body });
  return body.alarmId;
}

const mute = (tab: Tab, alarmId: string): Promise<Ack> =>
  tab.socket.emitWithAck('alarm:mute', { alarmId, muted: true });

it('a limit counts one person over HTTP and all their connections, and no other person', async () => {
  const { karl, lisa } = building;
  const alarmId = await raise(karl);
  const tabs = [await building.open(lisa), await building.open(lisa)];
  const acks = await Promise.all(
    tabs.flatMap((tab) => Array.from({ length: 30 }, () => mute(tab, alarmId))),
  );
  expect(new Set(acks.map(codeOf))).toEqual(new Set(['ok']));
  expect(codeOf(await mute(tabs[0]!, alarmId))).toBe('request.rate_limited');
  const overHttp = await call(building.app, `POST /alarms/${alarmId}/mute`, {
    token: lisa.token,
    body: { muted: true },
  });
  expect([overHttp.status, overHttp.body.error.code]).toEqual([429, 'request.rate_limited']);
  expect(codeOf(await mute(await building.open(karl), alarmId))).toBe('ok');
});

describe('a person’s limit is not used up', () => {
  const respond = (token: string, alarmId: string) =>
    call(building.app, `POST /alarms/${alarmId}/responses`, {
      token,
      body: { response: 'need_help' },
    });
  const press = ({ token, buildingId }: Person) =>
    call(building.app, `POST /buildings/${buildingId}/alarms`, {
      token,
      body: { alarmId: randomUUID(), type: 'medical' },
    });
  const ticketOf = ({ token, userId }: Person, alarmId: string, validMs: number) => {
    const { sid: sessionId } = jsonwebtoken.decode(token) as JwtPayload & { sid: string };
    const holder = { userId, sessionId, deviceId: randomUUID(), purpose: alarmPurpose(alarmId) };
    const expiresAt = new Date(building.app.clock.now().getTime() + validMs);
    return building.app.app.get(PushTicketsService).sign(holder, expiresAt);
  };
  /** @returns the statuses of more requests than are allowed */
  const flood = async (ask: () => Promise<{ status: number }>) => {
    const answers = await Promise.all(Array.from({ length: 61 }, ask));
    return new Set(answers.map(({ status }) => status));
  };

  it('by the token and the tickets of a sign-in that has ended', async () => {
    const { app, karl, lisa } = building;
    const alarmId = await raise(karl);
    const lost = await signIn(app, 'lisa');
    const ticket = ticketOf(lost, alarmId, 60_000);
    const headers = { cookie: lost.cookie, origin: ORIGIN, 'x-resq': '1' };
    await call(app, 'POST /auth/sign-out', { body: {}, headers });
    expect(await flood(() => respond(ticket, alarmId))).toEqual(new Set([401, 429]));
    const refused = await flood(() => press(lost));
    for (const status of refused) expect([401, 429]).toContain(status);
    expect([(await respond(lisa.token, alarmId)).status, (await press(lisa)).status]).toEqual([
      200, 201,
    ]);
  });

  it('by the ticket of an alarm that is over', async () => {
    const { app, karl, lisa } = building;
    const alarmId = await raise(karl);
    const body = { outcome: 'resolved' };
    await call(app, `POST /alarms/${alarmId}/end`, { token: karl.token, body });
    const ticket = ticketOf(lisa, alarmId, 0);
    expect(await flood(() => respond(ticket, alarmId))).toEqual(new Set([401, 429]));
    expect((await respond(lisa.token, await raise(karl))).status).toBe(200);
  });
});

it('the limit allows ten presses in a row, and thirty repeats of one press', async () => {
  const { karl } = building;
  await raise(karl);
  const tab = await building.open(building.lisa);
  const { buildingId } = building.lisa;
  const press = (alarmId: string): Promise<Ack> =>
    tab.socket.emitWithAck('alarm:raise', { buildingId, alarmId, type: 'fire' });
  for (let n = 0; n < 10; n += 1) expect(codeOf(await press(randomUUID()))).toBe('ok');
  const same = randomUUID();
  for (let n = 0; n < 30; n += 1) expect(codeOf(await press(same))).toBe('ok');
});

it('the thirty-first press of a minute is refused with the advice to ring 112', async () => {
  const tab = await building.open(building.karl);
  const { buildingId } = building.karl;
  const request = () => ({ buildingId, alarmId: randomUUID(), type: 'fire' as const });
  for (let n = 0; n < 30; n += 1) {
    expect(codeOf(await tab.socket.emitWithAck('alarm:raise', request()))).toBe('ok');
  }
  const refused = await tab.socket.emitWithAck('alarm:raise', request());
  expect(refused).toMatchObject({ ok: false, error: { code: 'alarm.rate_limited' } });
  expect(refused).toHaveProperty('error.message', expect.stringContaining('112'));
});

it('a press does not wait behind other events of the same user', async () => {
  const { karl } = building;
  const tabs = await Promise.all(Array.from({ length: 4 }, () => building.open(karl)));
  const { buildingId } = karl;
  let answered = 0;
  // Each turn of the event loop reads an event of every tab, and handles one.
  const responses = Array.from({ length: 60 }, (_, n) =>
    tabs[n % tabs.length]!.socket.emitWithAck('alarm:respond', {
      alarmId: randomUUID(),
      response: 'safe',
    }).then(() => (answered += 1)),
  );
  const request = { buildingId, alarmId: randomUUID(), type: 'fire' as const };
  expect(codeOf(await tabs[0]!.socket.emitWithAck('alarm:raise', request))).toBe('ok');
  expect(answered).toBeLessThan(responses.length / 2);
  await Promise.all(responses);
});

it('unknown events are counted, and refused above the limit', async () => {
  const tab = await building.open(building.karl);
  const unknown = (name: string) =>
    tab.socket.timeout(ARRIVES_MS).emitWithAck(name as 'alarm:raise', {} as never) as Promise<Ack>;
  for (let n = 0; n < 600; n += 1)
    tab.socket.emit('alarm:nothing' as 'alarm:raise', {} as never, () => undefined);
  expect(codeOf(await unknown('alarm:nothing'))).toBe('request.rate_limited');
  // A property of Object's prototype must not pass for a known event.
  expect(codeOf(await unknown('toString'))).toBe('request.rate_limited');
});

it('calls for help of one member are merged: others get the first, the last, and one a second', async () => {
  const { karl, lisa } = building;
  const alarmId = await raise(karl);
  const [watcher, caller] = [await building.open(karl), await building.open(lisa)];
  const startMs = performance.now();
  const acks = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      caller.socket.emitWithAck('alarm:respond', {
        alarmId,
        response: 'need_help',
        place: `Plan ${n}`,
      }),
    ),
  );
  expect(new Set(acks.map(codeOf))).toEqual(new Set(['ok']));
  const places = () => watcher.all('alarm:event').map(({ alarm }) => alarm.needHelp[0]?.place);
  await until('others get the last place', ARRIVES_MS, () => places().includes('Plan 39'));
  expect(places()[0]).toBe('Plan 0');
  const seconds = Math.ceil((performance.now() - startMs) / 1_000);
  expect(places().length).toBeLessThanOrEqual(1 + seconds);
  const { body } = await call<RaiseResult>(building.app, `GET /alarms/${alarmId}`, karl);
  expect(body.alarm.needHelp.map(({ place }) => place)).toEqual(['Plan 39']);
});
