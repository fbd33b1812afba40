import { randomUUID } from 'node:crypto';
import { call, openTab, signIn, Tab, type Person } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import { lookAtNothing } from '../support/signals.js';
import { ORIGIN, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, promised, until } from '../support/wait-until.js';

/** A connection belongs to one sign-in and ends with it, or with its token. */

let app: TestApp;
const tabs: Tab[] = [];

beforeAll(async () => {
  app = await freshApp();
});

beforeEach(() => lookAtNothing(app));

afterEach(() => {
  jest.restoreAllMocks();
  tabs.splice(0).forEach((tab) => tab.close());
});

const open = async (person: Person): Promise<Tab> => {
  const tab = await openTab(app, person);
  tabs.push(tab);
  return tab;
};

const post = (route: string, cookie: string) =>
  call<{ accessToken: string }>(app, `POST /auth/${route}`, {
    body: {},
    headers: { cookie, origin: ORIGIN, 'x-resq': '1' },
  });

describe('a stolen refresh token', () => {
  it('ends its connections at once when it is used', async () => {
    const lisa = await signIn(app, 'lisa');
    const tab = await open(lisa);
    const { headers } = await post('refresh', lisa.cookie);
    await post('refresh', headers.getSetCookie()[0]?.split(';')[0] ?? '');
    app.clock.step(60_000);
    const replayedAt = performance.now();
    expect((await post('refresh', lisa.cookie)).status).toBe(401);
    expect(await tab.until('session:end')).toEqual({ reason: 'signed_out' });
    expect(performance.now() - replayedAt).toBeLessThan(promised(1_000));
  });
});

describe('an access token', () => {
  it('closes its connection when it expires, unless it was renewed', async () => {
    const [lisa, anna] = [await signIn(app, 'lisa'), await signIn(app, 'anna')];
    const [stale, renewed] = [await open(lisa), await open(anna)];
    app.clock.step(9 * 60_000);
    const { body } = await post('refresh', anna.cookie);
    const answer = await renewed.socket.emitWithAck('auth:renew', { token: body.accessToken });
    expect(answer).toEqual({ ok: true });
    expect(stale.socket.connected).toBe(true);
    app.clock.step(60_000);
    expect(await stale.until('session:end')).toEqual({ reason: 'token_expired' });
    await stale.untilAny('disconnect');
    await renewed.roundTrip();
    expect(renewed.all('session:end')).toEqual([]);
  });
});

describe('a connection that is renewed by another sign-in of its user', () => {
  it('ends with that sign-in and no longer with the first', async () => {
    const [first, second] = [await signIn(app, 'karl'), await signIn(app, 'karl')];
    const tab = await open(first);
    expect(await tab.socket.emitWithAck('auth:renew', { token: second.token })).toEqual({
      ok: true,
    });
    await post('sign-out', first.cookie);
    await tab.roundTrip();
    expect(tab.all('session:end')).toEqual([]);
    await post('sign-out', second.cookie);
    expect(await tab.until('session:end')).toEqual({ reason: 'signed_out' });
  });

  it('cannot be taken over by another user’s token', async () => {
    const [karl, lisa] = [await signIn(app, 'karl'), await signIn(app, 'lisa')];
    const tab = await open(karl);
    expect(await tab.socket.emitWithAck('auth:renew', { token: lisa.token })).toMatchObject({
      ok: false,
      error: { code: 'auth.required' },
    });
    await post('sign-out', lisa.cookie);
    await tab.roundTrip();
    expect(tab.all('session:end')).toEqual([]);
  });
});

describe('a sign-in with too many connections', () => {
  const connect = ({ token }: Person, device = {}): Tab => {
    const tab = new Tab(app, { token, ...device });
    tabs.push(tab);
    return tab;
  };

  it('gets no further one until another is closed, and its other connections stay', async () => {
    const [lisa, again] = [await signIn(app, 'lisa'), await signIn(app, 'lisa')];
    const tried = Array.from({ length: 51 }, () => connect(lisa));
    const settled = (tab: Tab) =>
      Promise.race([tab.untilAny('sync'), tab.untilAny('connect_error')]);
    await Promise.all(tried.map(settled));
    const many = tried.filter((tab) => tab.all('sync').length > 0);
    expect(many).toHaveLength(50);
    const refused = tried.find((tab) => !many.includes(tab));
    expect(await refused?.untilAny('connect_error')).toMatchObject({
      code: 'connection.too_many',
      message: 'ResQ är öppet i för många flikar. Stäng några av dem.',
    });
    const elsewhere = await open(again);
    expect(await elsewhere.socket.emitWithAck('auth:renew', { token: lisa.token })).toMatchObject({
      error: { code: 'connection.too_many' },
    });
    many[0]?.close();
    await until('another one is accepted', ARRIVES_MS, async () => {
      const tab = connect(lisa);
      await settled(tab);
      return tab.all('sync').length > 0;
    });
    expect(many.slice(1).every(({ socket }) => socket.connected)).toBe(true);
  });

  it('replaces the connection of the same device that has been silent for longest', async () => {
    const karl = await signIn(app, 'karl');
    const device = { deviceId: randomUUID() };
    const many = Array.from({ length: 50 }, () => connect(karl, device));
    await Promise.all(many.map((tab) => tab.until('sync')));
    const silent = many[20]!;
    const others = many.filter((tab) => tab !== silent);
    await Promise.all(others.map((tab) => tab.roundTrip()));
    await connect(karl, device).until('sync');
    expect(await silent.untilAny('disconnect')).toBe('io server disconnect');
    expect(others.every(({ socket }) => socket.connected)).toBe(true);
    // Another device finds no connection of its own that it could replace.
    expect(await connect(karl).untilAny('connect_error')).toMatchObject({
      code: 'connection.too_many',
    });
  });

  it('is refused once it has connected 300 times in a minute, and no other sign-in is', async () => {
    const [lisa, other] = [await signIn(app, 'lisa'), await signIn(app, 'lisa')];
    const tried = Array.from({ length: 310 }, () => connect(lisa));
    await Promise.all(
      tried.map((tab) => Promise.race([tab.untilAny('sync'), tab.untilAny('connect_error')])),
    );
    const codes = tried.flatMap(({ received }) =>
      received.map(({ payload }) => (payload as { code?: string }).code),
    );
    expect(codes.filter((code) => code === 'request.rate_limited')).toHaveLength(10);
    await connect(other).until('sync');
  });
});
