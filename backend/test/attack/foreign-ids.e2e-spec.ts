import { randomUUID } from 'node:crypto';
import type { ErrorResult } from '../../src/contract/errors.js';
import { call, Tab } from '../support/client.js';
import { eventsOf, routesOf } from '../support/entry-points.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS } from '../support/wait-until.js';
import { gather, PUSH_TEST_HOST, type Cast, type Ids } from './support/cast.js';
import { addressOf, MESSAGES, REQUESTS, type ValidRequest } from './support/requests.js';

/**
 * Each id of each route and event is replaced by one of another building, by an unknown one and by
 * text. The doors come from the router, so a new one without a request in `support/requests.ts`
 * fails.
 */

let app: TestApp;
let cast: Cast;
let tab: Tab;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMITS: 'off', PUSH_TEST_HOST } });
  cast = await gather(app);
  tab = new Tab(app, { token: cast.roles.manager.token });
  await tab.until('sync');
});

afterAll(async () => {
  tab?.close();
  await app.close();
});

/** No id, too long, or text that would be dangerous in SQL or an address. */
const MALFORMED = ['x', "1' or '1'='1", '../../admin/codes', '%00', 'å'.repeat(300)];
/** The client makes these ids up, so the server knows no foreign ones. */
const MADE_BY_CLIENT = ['sessionId', 'deviceId', 'testId'];

interface Answer {
  isDone: boolean;
  code?: string;
  message?: string;
  fields?: Record<string, string>;
}

/** Tables that change without a request, or by a refused one. */
const OWN_LIFE = ['audit_log', 'nodes', 'presences', 'outbox', 'push_deliveries'];

/** @returns a hash of every other table */
async function state(): Promise<Record<string, string>> {
  const all = await app.database.query<{ name: string }[]>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const tables = all.map(({ name }) => name).filter((table) => !OWN_LIFE.includes(table));
  const hashes = await Promise.all(
    tables.map(async (table) => {
      const [row] = await app.database.query<{ hash: string }[]>(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${table} t`,
      );
      return [table, row?.hash ?? ''] as const;
    }),
  );
  return Object.fromEntries(hashes);
}

const OWN_PAGE = { origin: ORIGIN, 'x-resq': '1' };

const isId = (name: string): boolean => name === 'id' || name.endsWith('Id');
const errorOf = (error?: { code: string; message: string }) =>
  error && { code: error.code, message: error.message };

async function ask(route: string, { path, body }: ValidRequest): Promise<Answer> {
  const { administrator, manager } = cast.roles;
  const { token } = route.includes(' /admin/') ? administrator : manager;
  const answer = await call(app, addressOf(route, path), { token, body });
  return { isDone: answer.status < 400, ...errorOf(answer.body.error) };
}

async function send(event: string, body: object): Promise<Answer> {
  const untyped = tab.socket.timeout(ARRIVES_MS) as unknown as {
    emitWithAck(name: string, body: object): Promise<{ ok: boolean } & Partial<ErrorResult>>;
  };
  const { ok, error } = await untyped.emitWithAck(event, body);
  return { isDone: ok, ...errorOf(error), ...(error?.fields && { fields: error.fields }) };
}

/** Sends the same request with other ids in one field, and expects that none of them works. */
async function attack(
  name: string,
  foreignId: string,
  askWith: (id: string) => Promise<Answer>,
): Promise<void> {
  const before = await state();
  const foreign = MADE_BY_CLIENT.includes(name) ? undefined : await askWith(foreignId);
  if (foreign?.code === 'alarm.id_taken') {
    expect(name).toBe('alarmId');
  } else if (foreign) {
    expect(foreign.code).toMatch(/not_found$|not_a_member$/);
    // The same answer, so that nobody learns which ids exist.
    expect(await askWith(randomUUID())).toEqual(foreign);
  }
  for (const id of MALFORMED) {
    const { isDone, code } = await askWith(id);
    expect([id, isDone, code]).toEqual([
      id,
      false,
      expect.stringMatching(/^request\.invalid$|not_found$/),
    ]);
  }
  expect(await state()).toEqual(before);
}

const IDS = Object.fromEntries(
  ['buildingId', 'membershipId', 'ownMembershipId', 'invitationId', 'alarmId']
    .concat(['sessionId', 'deviceRowId', 'deviceId', 'subscriptionId'])
    .map((name) => [name, name]),
) as unknown as Ids;

/** Every id in every request, as [door, part of the request, name]. */
const inRoutes = Object.entries(REQUESTS).flatMap(([route, make]) =>
  (['path', 'body'] as const).flatMap((part) =>
    Object.keys(make(IDS)[part] ?? {})
      .filter(isId)
      .map((name) => [route, part, name] as const),
  ),
);
const inEvents = Object.entries(MESSAGES).flatMap(([event, make]) =>
  Object.keys(make(IDS, ''))
    .filter(isId)
    .map((name) => [event, name] as const),
);

describe('the attack', () => {
  it('covers every id that a route takes', () => {
    const taken = routesOf(app.app).flatMap(({ name, body }) => [
      ...[...name.matchAll(/:(\w+)/g)]
        .filter(([, id = '']) => isId(id))
        .map(([, id = '']) => `${name} path ${id}`),
      ...body.filter(isId).map((id) => `${name} body ${id}`),
    ]);
    expect(inRoutes.map((ids) => ids.join(' ')).sort()).toEqual(taken.sort());
  });

  it('covers every id that an event takes', () => {
    const taken = eventsOf(app.app).flatMap(({ name, body }) =>
      body.filter(isId).map((id) => `${name} ${id}`),
    );
    expect(inEvents.map((ids) => ids.join(' ')).sort()).toEqual(taken.sort());
  });
});

/** Each is refused by another rule of a field. */
const WRONG_VALUES = [{ $ne: 1 }, '', 'x'.repeat(300), '\0', -1.5];
const ENGLISH = /\b(must|should|property|value|than|equal|be a|one of)\b/;

it('tells each refused field in a Swedish sentence', async () => {
  const { administrator, manager } = cast.roles;
  const messages: string[] = [];
  for (const wrong of WRONG_VALUES) {
    const spoil = (names: string[]) =>
      Object.fromEntries([...names, 'unknown'].map((name) => [name, wrong]));
    for (const { name: route, body, query } of routesOf(app.app)) {
      const { token } = route.includes(' /admin/') ? administrator : manager;
      const ids = REQUESTS[route]!(cast.home).path ?? {};
      const isRead = body.length + query.length > 0;
      // Without a field, only a malformed id is refused.
      const path = isRead ? ids : Object.fromEntries(Object.keys(ids).map((id) => [id, 'x']));
      const search = query.map((name) => `${name}=${encodeURIComponent(JSON.stringify(wrong))}`);
      const answer = await call(app, `${addressOf(route, path)}?${search.join('&')}`, {
        token,
        ...(body.length > 0 && { body: spoil(body), headers: OWN_PAGE }),
      });
      messages.push(...Object.values(answer.body.error?.fields ?? {}));
    }
    for (const { name: event, body } of eventsOf(app.app)) {
      const { fields = {} } = await send(event, spoil(body));
      messages.push(...Object.values(fields));
    }
  }
  expect(new Set(messages).size).toBeGreaterThan(30);
  expect([...new Set(messages)].filter((text) => text === '' || ENGLISH.test(text))).toEqual([]);
});

it.each(inRoutes)('%s refuses foreign and forged ids as its %s %s', async (route, part, name) => {
  const make = REQUESTS[route]!;
  // A press makes its own alarmId; the foreign one is that of an alarm in the other building.
  const foreign: object = { ...make(cast.foreign)[part], alarmId: cast.foreign.alarmId };
  await attack(name, (foreign as Record<string, string>)[name] ?? '', (id) => {
    const request = make(cast.home);
    return ask(route, { ...request, [part]: { ...request[part], [name]: id } });
  });
});

it.each(inEvents)('%s refuses foreign and forged ids as its %s', async (event, name) => {
  const make = MESSAGES[event]!;
  const foreign: object = { ...make(cast.foreign, ''), alarmId: cast.foreign.alarmId };
  await attack(name, (foreign as Record<string, string>)[name] ?? '', (id) =>
    send(event, { ...make(cast.home, ''), [name]: id }),
  );
});
