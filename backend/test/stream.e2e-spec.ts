import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { RaiseAnswer } from '../src/contract/alarm.js';
import type { Ack } from '../src/contract/events.js';
import { SocketWatch } from '../src/modules/alarms/socket-watch.js';
import { StreamPump } from '../src/modules/alarms/stream-pump.js';
import { call, newPerson, openTab, signIn, Tab, type Person } from './client.js';
import { ORIGIN, startApp, type TestApp } from './start-app.js';

let app: TestApp;
let anna: Person;
let karl: Person;
let lisa: Person;
const tabs: Tab[] = [];

beforeEach(async () => {
  app = await startApp();
  [anna, karl, lisa] = (await Promise.all(['anna', 'karl', 'lisa'].map((n) => signIn(app, n)))) as [
    Person,
    Person,
    Person,
  ];
});

afterEach(async () => {
  tabs.splice(0).forEach((tab) => tab.close());
  await app.close();
});

async function open(person: Person): Promise<Tab> {
  const tab = await openTab(app, person);
  tabs.push(tab);
  return tab;
}

function connect(auth: ConstructorParameters<typeof Tab>[1], origin?: string | null): Tab {
  const tab = new Tab(app, auth, origin);
  tabs.push(tab);
  return tab;
}

const raise = (person: Person, body: object = {}) =>
  call<RaiseAnswer>(app, `POST /buildings/${karl.buildingId}/alarms`, {
    token: person.token,
    body: { alarmId: randomUUID(), type: 'fire', ...body },
  });

describe('a connection', () => {
  it('is brought up to date: without a cursor it gets what is going on', async () => {
    const { body } = await raise(karl);
    const tab = await open(lisa);
    expect(tab.all('sync')[0]).toMatchObject({
      buildingId: karl.buildingId,
      head: 1,
      reset: true,
      events: [],
      active: [{ id: body.alarm.id }],
    });
  });

  it('continues from its cursor, and starts over when that cannot be', async () => {
    const { body } = await raise(karl);
    await raise(karl, { type: 'medical' });
    const { epoch } = body;
    const cases = [
      [
        { epoch, seq: 1 },
        { reset: false, events: [{ seq: 2 }] },
      ],
      [
        { epoch, seq: 2 },
        { reset: false, events: [] },
      ],
      [{ epoch, seq: 3 }, { reset: true }],
      [
        { epoch: randomUUID(), seq: 1 },
        { reset: true, events: [] },
      ],
    ] as const;
    for (const [cursor, expected] of cases) {
      const tab = connect({ token: lisa.token, cursors: { [karl.buildingId]: cursor } });
      expect(await tab.until('sync')).toMatchObject(expected);
    }
  });

  it('gets fifty events at once, and is told that there are more', async () => {
    const { body } = await raise(karl);
    for (let n = 0; n < 52; n += 1) {
      const place = n % 2 ? 'Vinden' : 'Källaren';
      await call(app, `POST /alarms/${body.alarm.id}/responses`, {
        token: lisa.token,
        body: { response: 'need_help', place },
      });
    }
    const cursors = { [karl.buildingId]: { epoch: body.epoch, seq: 0 } };
    const sync = await connect({ token: anna.token, cursors }).until('sync');
    expect(sync).toMatchObject({ head: 53, more: true });
    expect(sync.events).toHaveLength(50);
  });

  it.each([
    ['no token', {}, 'auth.required'],
    ['a token that is none', { token: 'x.y.z' }, 'auth.required'],
  ])('is refused with %s', async (_case, auth, code) => {
    expect(await connect(auth).untilAny('connect_error')).toMatchObject({ code });
  });

  it.each([
    ['a foreign origin', 'https://evil.example'],
    ['no origin', null],
  ])('is refused before the upgrade with %s', async (_case, origin) => {
    const tab = connect({ token: lisa.token }, origin);
    await tab.untilAny('connect_error');
    expect(tab.all('sync')).toEqual([]);
    expect(await statusOfUpgrade(origin)).toBe(400);
  });

  it('is upgraded from an allowed origin', async () => {
    expect(await statusOfUpgrade(ORIGIN)).toBe(101);
  });

  it('joins a building at once when its person becomes a member', async () => {
    const newcomer = await newPerson(app);
    const tab = connect({ token: newcomer.token });
    await new Promise<void>((connected) => tab.socket.once('connect', connected));
    await call(app, 'POST /demo/join', {
      token: newcomer.token,
      body: { name: 'Ny Granne', apartment: '1401' },
    });
    expect(await tab.until('sync')).toMatchObject({ buildingId: karl.buildingId });
    await raise(karl);
    expect(await tab.until('alarm:event')).toMatchObject({ seq: 1, kind: 'raised' });
  });
});

describe('an alarm', () => {
  it('is emitted to every tab in the building, in order and once', async () => {
    const open3 = [await open(anna), await open(lisa), await open(lisa)];
    const { body } = await raise(karl);
    await raise(lisa);
    await raise(anna, { type: 'other' });
    await call(app, `POST /alarms/${body.alarm.id}/end`, {
      token: anna.token,
      body: { outcome: 'resolved' },
    });
    for (const tab of open3) {
      await tab.until('alarm:event', 4);
      expect(tab.all('alarm:event').map(({ seq, kind }) => [seq, kind])).toEqual([
        [1, 'raised'],
        [2, 'witnessed'],
        [3, 'raised'],
        [4, 'resolved'],
      ]);
    }
  });

  it('can be raised, answered and ended over the socket', async () => {
    const sender = await open(karl);
    const neighbour = await open(lisa);
    const alarmId = randomUUID();
    const { buildingId } = karl;
    const raised: Ack = await sender.socket.emitWithAck('alarm:raise', {
      buildingId,
      alarmId,
      type: 'medical',
    });
    expect(raised).toMatchObject({ ok: true, seq: 1, merged: false, alarm: { id: alarmId } });
    await neighbour.until('alarm:event');
    const answered: Ack = await neighbour.socket.emitWithAck('alarm:respond', {
      alarmId,
      response: 'coming',
    });
    expect(answered).toMatchObject({ ok: true, answer: { alarmId, response: 'coming' } });
    expect(await sender.until('alarm:reach')).toMatchObject({
      alarmId,
      counts: { responded: 1, coming: 1 },
    });
    expect(neighbour.all('alarm:reach')).toEqual([]);
    const ended: Ack = await sender.socket.emitWithAck('alarm:end', {
      alarmId,
      outcome: 'false_alarm',
    });
    expect(ended).toMatchObject({ ok: true, alarm: { id: alarmId, status: 'cancelled' } });
    expect(await neighbour.until('alarm:event', 2)).toMatchObject({ kind: 'cancelled' });
  });

  it('falls quiet on every device of the person who answered', async () => {
    const [first, second] = [await open(lisa), await open(lisa)];
    const other = await open(anna);
    const { body } = await raise(karl);
    await call(app, `POST /alarms/${body.alarm.id}/responses`, {
      token: lisa.token,
      body: { response: 'safe' },
    });
    for (const tab of [first, second]) {
      expect(await tab.until('alarm:answered')).toMatchObject({ response: 'safe' });
    }
    expect(other.all('alarm:answered')).toEqual([]);
  });

  it('is not sent to somebody whose membership ended a moment ago, with every hint lost', async () => {
    const revoked = await open(lisa);
    const member = await open(anna);
    await app.database.query(`update memberships set status = 'revoked' where id = $1`, [
      lisa.membershipId,
    ]);
    await raise(karl);
    await member.until('alarm:event');
    await revoked.until('building:left');
    expect(revoked.all('alarm:event')).toEqual([]);
  });

  it('is found by the look when nothing woke the pump', async () => {
    const tab = await open(lisa);
    jest.spyOn(app.app.get(StreamPump), 'wake').mockImplementation(() => undefined);
    await raise(karl);
    expect(tab.all('alarm:event')).toEqual([]);
    jest.restoreAllMocks();
    await app.app.get(StreamPump).look();
    expect(await tab.until('alarm:event')).toMatchObject({ seq: 1 });
  });

  it('leaves the head behind that tells a client what it missed', async () => {
    const tab = await open(lisa);
    const { body } = await raise(karl);
    await app.app.get(SocketWatch).tellHeads();
    expect(await tab.until('building:head')).toEqual({
      buildingId: karl.buildingId,
      epoch: body.epoch,
      seq: 1,
    });
  });
});

describe('a sign-in that ends', () => {
  it('closes its connections at once', async () => {
    const tab = await open(lisa);
    await call(app, 'POST /auth/sign-out', {
      body: {},
      headers: { cookie: lisa.cookie, origin: ORIGIN, 'x-resq': '1' },
    });
    expect(await tab.until('session:end')).toEqual({ reason: 'signed_out' });
    await tab.untilAny('disconnect');
  });

  it('closes them by the sweep when the hint was lost', async () => {
    const tab = await open(lisa);
    await app.database.query('update auth_sessions set ended_at = now() where user_id = $1', [
      lisa.userId,
    ]);
    await app.app.get(SocketWatch).sweep();
    expect(await tab.until('session:end')).toEqual({ reason: 'signed_out' });
  });

  it('closes a connection whose token ran out, unless it was renewed', async () => {
    const [stale, renewed] = [await open(lisa), await open(anna)];
    app.clock.step(10 * 60_000);
    const { token } = await signIn(app, 'anna');
    expect(await renewed.socket.emitWithAck('auth:renew', { token })).toEqual({ ok: true });
    app.clock.step(31_000);
    await app.app.get(SocketWatch).sweep();
    expect(await stale.until('session:end')).toEqual({ reason: 'token_expired' });
    expect(renewed.all('session:end')).toEqual([]);
  });
});

describe('a socket event that is not as it should be', () => {
  it.each([
    ['alarm:raise', { type: 'fire' }, 'request.invalid'],
    ['alarm:raise', undefined, 'request.invalid'],
    ['alarm:raise', 'text', 'request.invalid'],
    ['alarm:respond', { alarmId: randomUUID(), response: 'safe' }, 'alarm.not_found'],
    ['alarm:end', { alarmId: randomUUID(), outcome: 'resolved', more: 1 }, 'request.invalid'],
    ['auth:renew', { token: 'x' }, 'auth.required'],
  ])(
    '%s %j is answered with the error and leaves the connection alone',
    async (name, body, code) => {
      const tab = await open(lisa);
      const emit = tab.socket.emitWithAck.bind(tab.socket) as (
        name: string,
        body: unknown,
      ) => Promise<unknown>;
      expect(await emit(name, body)).toMatchObject({ ok: false, error: { code } });
      expect(tab.socket.connected).toBe(true);
    },
  );
});

/** What a bare WebSocket handshake is answered with. */
function statusOfUpgrade(origin: string | null): Promise<number | undefined> {
  return new Promise((answered, failed) => {
    request(`${app.url}/socket.io/?EIO=4&transport=websocket`, {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
        ...(origin !== null && { Origin: origin }),
      },
    })
      .on('response', ({ statusCode }) => answered(statusCode))
      .on('upgrade', (_response, socket) => {
        socket.destroy();
        answered(101);
      })
      .on('error', failed)
      .end();
  });
}
