import { randomUUID } from 'node:crypto';
import { call, signIn, Tab, untilSaved } from '../support/client.js';
import { eventsOf, expressRoutesOf, routesOf } from '../support/entry-points.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS } from '../support/wait-until.js';
import { gather, PUSH_TEST_HOST, ROLES, type Cast, type Role } from './support/cast.js';
import { EVENTS, ROUTES, type Outcome } from './support/matrix.js';
import { addressOf, MESSAGES, REQUESTS } from './support/requests.js';

/** Every role at every route and event, compared with the table in `support/matrix.ts`. */

let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMITS: 'off', PUSH_TEST_HOST } });
  cast = await gather(app);
});

afterAll(() => app.close());

const tokenOf = (role: Role): string | undefined =>
  role === 'visitor' ? undefined : cast.roles[role].token;

describe('the table', () => {
  it('has a row for every route that the server serves', () => {
    const served = expressRoutesOf(app.app).sort();
    expect(Object.keys(ROUTES).sort()).toEqual(served);
    expect(Object.keys(REQUESTS).sort()).toEqual(served);
    expect(
      routesOf(app.app)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(served);
  });

  it('has a row for every event that the server handles', () => {
    const handled = eventsOf(app.app).map(({ name }) => name);
    expect(Object.keys(EVENTS).sort()).toEqual(handled.sort());
    expect(Object.keys(MESSAGES).sort()).toEqual(handled.sort());
  });
});

async function ask(route: string, token?: string, headers?: Record<string, string>) {
  const { path = {}, body } = REQUESTS[route]!(cast.home);
  // A removal with the right id would change what the next roles find.
  if (route.startsWith('DELETE')) path[Object.keys(path).at(-1)!] = randomUUID();
  // A busy machine may refuse for a moment.
  const answer = await untilSaved(() =>
    call(app, addressOf(route, path), { token, body, headers }),
  );
  return answer.body.error?.code ?? answer.status;
}

describe('the route', () => {
  it.each(Object.keys(ROUTES))('%s answers each role as the table says', async (route) => {
    const found: Partial<Record<Role, Outcome>> = {};
    for (const role of ROLES) found[role] = await ask(route, tokenOf(role));
    expect(found).toEqual(ROUTES[route]);
  });

  it.each(Object.keys(ROUTES))(
    '%s answers a foreign page with a signed-in user’s cookie as a visitor',
    async (route) => {
      const { cookie } = cast.roles.manager;
      const headers = { cookie, origin: 'https://evil.example', 'x-resq': '1' };
      expect(await ask(route, undefined, headers)).toBe(ROUTES[route]?.visitor);
    },
  );
});

describe('the event', () => {
  const tabs = new Map<Role, Tab>();

  beforeAll(async () => {
    const deviceId = cast.home.deviceId;
    for (const role of ROLES) tabs.set(role, new Tab(app, { token: tokenOf(role), deviceId }));
    const connected = [...tabs]
      .filter(([role]) => role !== 'visitor')
      .map(([, { socket }]) => new Promise<void>((done) => socket.once('connect', done)));
    await Promise.all(connected);
    const alarmId = randomUUID();
    await call(app, `POST /buildings/${cast.home.buildingId}/alarms`, {
      token: tokenOf('resident'),
      body: { alarmId, type: 'medical', separate: true },
    });
    cast.home.alarmId = alarmId;
  });

  afterAll(() => tabs.forEach((tab) => tab.close()));

  async function send(event: string, role: Role): Promise<Outcome> {
    const tab = tabs.get(role)!;
    if (role === 'visitor') {
      return ((await tab.untilAny('connect_error')) as { code: string }).code;
    }
    const untyped = tab.socket.timeout(ARRIVES_MS) as unknown as {
      emitWithAck(name: string, body: unknown): Promise<{ ok: boolean; error?: { code: string } }>;
    };
    const body = MESSAGES[event]!(cast.home, tokenOf(role) ?? '');
    const { ok, error } = await untyped.emitWithAck(event, body);
    return ok ? 'ok' : (error?.code ?? '');
  }

  it.each(Object.keys(EVENTS))('%s answers each role as the table says', async (event) => {
    const found: Partial<Record<Role, Outcome>> = {};
    for (const role of ROLES) found[role] = await send(event, role);
    expect(found).toEqual(EVENTS[event]);
  });
});

it('a connection with the cursor of a foreign building receives nothing of it', async () => {
  const { buildingId } = cast.foreign;
  const tab = new Tab(app, {
    token: tokenOf('resident'),
    cursors: { [buildingId]: { epoch: randomUUID(), seq: 0 } },
  });
  await tab.until('sync');
  await tab.roundTrip();
  expect(tab.all('sync').map((sync) => sync.buildingId)).toEqual([cast.home.buildingId]);
  tab.close();
});

/** Headers of foreign pages. Each set lacks something that only our own pages can send. */
const FOREIGN_PAGES: Record<string, string>[] = [
  {},
  { origin: ORIGIN },
  { 'x-resq': '1' },
  { origin: 'null', 'x-resq': '1' },
  { origin: 'https://evil.example', 'x-resq': '1' },
  { origin: `${ORIGIN}.evil.example`, 'x-resq': '1' },
  { origin: ORIGIN, 'x-resq': '1', 'sec-fetch-site': 'cross-site' },
  { origin: ORIGIN, 'x-resq': '1', 'sec-fetch-site': 'same-site' },
  { origin: ORIGIN, 'x-resq': '1', 'content-type': 'text/plain' },
];

describe.each(['POST /auth/refresh', 'POST /auth/sign-out'])('the cookie at %s', (route) => {
  it.each(FOREIGN_PAGES)('is not accepted with %j', async (headers) => {
    const { cookie } = cast.roles.manager;
    expect(await ask(route, undefined, { cookie, ...headers })).toBe('request.origin_refused');
  });

  it('is accepted from our own pages', async () => {
    const { cookie } = await signIn(app, 'karl');
    const headers = { cookie, origin: ORIGIN, 'x-resq': '1', 'sec-fetch-site': 'same-origin' };
    expect([200, 204]).toContain(await ask(route, undefined, headers));
  });
});
