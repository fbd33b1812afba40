import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { RaiseResult } from '../../src/contract/alarm.js';
import { ConnectionAdmission } from '../../src/modules/alarms/live/connection-admission.js';
import { ConnectionSweeper } from '../../src/modules/alarms/live/connection-sweeper.js';
import { AuthService } from '../../src/modules/auth/auth.service.js';
import { call, newPerson, type Person } from '../support/client.js';
import { appendHelpCalls } from '../support/help-calls.js';
import { useBuilding } from '../support/building.js';
import { ORIGIN } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

const building = useBuilding();

const raise = (person: Person, body: object = {}) =>
  call<RaiseResult>(building.app, `POST /buildings/${building.karl.buildingId}/alarms`, {
    token: person.token,
    body: { alarmId: randomUUID(), type: 'fire', ...body },
  });

describe('a connection', () => {
  it('receives the active alarms when it sends no cursor', async () => {
    const { body } = await raise(building.karl);
    const tab = await building.open(building.lisa);
    expect(tab.all('sync')[0]).toMatchObject({
      buildingId: building.karl.buildingId,
      head: 1,
      reset: true,
      events: [],
      active: [{ id: body.alarm.id }],
    });
  });

  it('continues from its cursor, and starts over when that is impossible', async () => {
    const { body } = await raise(building.karl);
    await raise(building.karl, { type: 'medical' });
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
      // PostgreSQL's integers end before this.
      [{ epoch, seq: 2 ** 31 }, { reset: true }],
      [
        { epoch: randomUUID(), seq: 1 },
        { reset: true, events: [] },
      ],
    ] as const;
    for (const [cursor, expected] of cases) {
      const tab = building.connect({
        token: building.lisa.token,
        cursors: { [building.karl.buildingId]: cursor },
      });
      expect(await tab.until('sync')).toMatchObject(expected);
    }
  });

  it('receives at most fifty events in its sync, with a mark that there are more', async () => {
    const { body } = await raise(building.karl);
    await appendHelpCalls(building.app, building.lisa, body.alarm.id, 52);
    const cursors = { [building.karl.buildingId]: { epoch: body.epoch, seq: 0 } };
    const sync = await building.connect({ token: building.anna.token, cursors }).until('sync');
    expect(sync).toMatchObject({ head: 53, more: true });
    expect(sync.events).toHaveLength(50);
  });

  it.each([
    ['no token', {}, 'auth.required'],
    ['an invalid token', { token: 'x.y.z' }, 'auth.required'],
  ])('is refused with %s', async (_case, auth, code) => {
    expect(await building.connect(auth).untilAny('connect_error')).toMatchObject({ code });
  });

  it.each([
    ['a foreign origin', 'https://evil.example'],
    ['no origin', null],
  ])('is refused before the upgrade with %s', async (_case, origin) => {
    const tab = building.connect({ token: building.lisa.token }, origin);
    await tab.untilAny('connect_error');
    expect(tab.all('sync')).toEqual([]);
    expect(await statusOfUpgrade(origin)).toBe(400);
  });

  it('is accepted from an allowed origin', async () => {
    expect(await statusOfUpgrade(ORIGIN)).toBe(101);
  });

  it('joins a building at once when its user becomes a member', async () => {
    const newcomer = await newPerson(building.app);
    const tab = building.connect({ token: newcomer.token });
    await new Promise<void>((connected) => tab.socket.once('connect', connected));
    await call(building.app, 'POST /demo/join', {
      token: newcomer.token,
      body: { name: 'Ny Granne', apartment: '1401' },
    });
    expect(await tab.until('sync')).toMatchObject({ buildingId: building.karl.buildingId });
    await raise(building.karl);
    expect(await tab.until('alarm:event')).toMatchObject({ seq: 1, kind: 'raised' });
  });
});

describe('a membership that changed with every signal lost', () => {
  afterEach(() => jest.restoreAllMocks());

  const setStatus = (status: string) =>
    building.app.database.query('update memberships set status = $1 where id = $2', [
      status,
      building.lisa.membershipId,
    ]);

  it('is found by the sweep: the tab leaves the building when revoked and joins it when active', async () => {
    const [tab, others] = [await building.open(building.lisa), await building.open(building.anna)];
    const { buildingId } = building.lisa;
    await setStatus('revoked');
    await building.app.app.get(ConnectionSweeper).sweep();
    expect(await tab.until('building:left')).toEqual({ buildingId });
    // Wait for the emit: after the reactivation this alarm could still arrive as an event.
    await raise(building.karl);
    await others.until('alarm:event');
    await setStatus('active');
    await building.app.app.get(ConnectionSweeper).sweep();
    expect(await tab.until('sync', 2)).toMatchObject({ buildingId, head: 1 });
    await raise(building.karl, { type: 'medical' });
    expect(await tab.until('alarm:event')).toMatchObject({ seq: 2 });
  });

  it('is looked for by one sweep at a time, also after one that failed', async () => {
    await building.open(building.lisa);
    const { app } = building.app;
    const begun = jest.spyOn(app.get(AuthService), 'actorsOf');
    let fail = (_error: Error): void => undefined;
    const reviewed = new Promise<void>((_, reject) => (fail = reject));
    const review = jest.spyOn(app.get(ConnectionAdmission), 'reviewAll');
    review.mockReturnValueOnce(reviewed);
    const sweeper = app.get(ConnectionSweeper);
    const sweeps = [sweeper.sweep(), sweeper.sweep()];
    await until('the first one reviews', ARRIVES_MS, () => review.mock.calls.length > 0);
    expect(begun).toHaveBeenCalledTimes(1);
    fail(new Error('the database is away'));
    expect((await Promise.allSettled(sweeps)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
    ]);
    expect(review).toHaveBeenCalledTimes(2);
  });
});

describe('a sign-in that ends', () => {
  it('closes its connections at once', async () => {
    const tab = await building.open(building.lisa);
    await call(building.app, 'POST /auth/sign-out', {
      body: {},
      headers: { cookie: building.lisa.cookie, origin: ORIGIN, 'x-resq': '1' },
    });
    expect(await tab.until('session:end')).toEqual({ reason: 'signed_out' });
    await tab.untilAny('disconnect');
  });

  it('has its connections closed by the sweep when the signal was lost', async () => {
    const tab = await building.open(building.lisa);
    await building.app.database.query(
      'update auth_sessions set ended_at = now() where user_id = $1',
      [building.lisa.userId],
    );
    await building.app.app.get(ConnectionSweeper).sweep();
    expect(await tab.until('session:end')).toEqual({ reason: 'signed_out' });
  });
});

describe('an invalid socket event', () => {
  it.each([
    ['alarm:raise', { type: 'fire' }, 'request.invalid'],
    ['alarm:raise', undefined, 'request.invalid'],
    ['alarm:raise', 'text', 'request.invalid'],
    ['alarm:respond', { alarmId: randomUUID(), response: 'safe' }, 'alarm.not_found'],
    ['alarm:end', { alarmId: randomUUID(), outcome: 'resolved', more: 1 }, 'request.invalid'],
    ['auth:renew', { token: 'x' }, 'auth.required'],
  ])(
    '%s %j is answered with an error and does not end the connection',
    async (name, body, code) => {
      const tab = await building.open(building.lisa);
      const emit = tab.socket.emitWithAck.bind(tab.socket) as (
        name: string,
        body: unknown,
      ) => Promise<unknown>;
      expect(await emit(name, body)).toMatchObject({ ok: false, error: { code } });
      expect(tab.socket.connected).toBe(true);
    },
  );
});

/** @returns the status of the answer to a bare WebSocket handshake */
function statusOfUpgrade(origin: string | null): Promise<number | undefined> {
  return new Promise((answered, failed) => {
    request(`${building.app.url}/socket.io/?EIO=4&transport=websocket`, {
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
