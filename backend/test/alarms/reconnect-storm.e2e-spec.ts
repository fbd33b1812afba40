import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { RaiseResult } from '../../src/contract/alarm.js';
import { AccessTokens } from '../../src/modules/auth/sessions/access-tokens.js';
import { call, openTab, signIn, Tab, type Person } from '../support/client.js';
import { appendHelpCalls } from '../support/help-calls.js';
import { startApp, type TestApp } from '../support/start-app.js';

const TABS = 300;
/** The look-ups of a crowd begin every 40 and every 60 ms, so a slow machine makes more of them. */
const MS_PER_QUERY = 20;
const AGAIN_MS = 400;

let app: TestApp;
let karl: Person;
let tabs: Tab[];

beforeEach(async () => {
  tabs = [];
  // Jobs query the database at intervals and would be counted.
  app = await startApp({ env: { ROLE: 'api' } });
  karl = await signIn(app, 'karl');
});

afterEach(async () => {
  jest.restoreAllMocks();
  tabs.splice(0).forEach((tab) => tab.close());
  await app.close();
});

function raise(type: string) {
  const { token, buildingId } = karl;
  const body = { alarmId: randomUUID(), type };
  return call<RaiseResult>(app, `POST /buildings/${buildingId}/alarms`, { token, body });
}

function connect(token: string, seq: number, epoch: string): Tab {
  const tab = new Tab(app, { token, cursors: { [karl.buildingId]: { epoch, seq } } });
  tabs.push(tab);
  // A busy node refuses some of a crowd, which come back as tabs do.
  tab.socket.on('connect_error', () => {
    setTimeout(() => tabs.includes(tab) && tab.socket.connect(), AGAIN_MS);
  });
  return tab;
}

/** Adds neighbours with a sign-in each by SQL: hashing their passwords would take half a minute. */
async function neighbours(count: number): Promise<string[]> {
  const rows = await app.database.query<{ userId: string; sessionId: string }[]>(
    `with people as (
       insert into users (id, email, password_hash, password_is_long, created_at)
       select gen_random_uuid(), 'storm-' || n || '@resq.example', 'none', false, now()
         from generate_series(1, $1::int) n returning id
     ), homes as (
       insert into memberships (id, user_id, building_id, role, status, name, apartment, may_send,
                                created_at)
       select gen_random_uuid(), id, $2, 'resident', 'active', 'Granne', '1101', true, now()
         from people
     )
     insert into auth_sessions (id, user_id, created_at, expires_at)
     select gen_random_uuid(), id, now(), now() + interval '1 day' from people
     returning user_id as "userId", id as "sessionId"`,
    [count, karl.buildingId],
  );
  const tokens = app.app.get(AccessTokens);
  return rows.map(({ userId, sessionId }) => tokens.sign(userId, sessionId).accessToken);
}

it('300 tabs that reconnect at once share their queries, and none misses an alarm meanwhile', async () => {
  const { epoch } = (await raise('fire')).body;
  await raise('medical');
  const tokens = await neighbours(TABS);
  // The first connection reads the building's state, which is then cached for the others.
  await connect(tokens[0] ?? '', 2, epoch).until('sync');
  const query = jest.spyOn(pg.Client.prototype, 'query');
  const beganMs = performance.now();
  // Half of the tabs are at the head; the others have missed one event.
  const storm = tokens.slice(1).map((token, n) => connect(token, 1 + (n % 2), epoch));
  await storm[TABS / 2]?.until('sync');
  await raise('other');
  await Promise.all(storm.map((tab) => tab.until('sync')));
  const allowed = Math.max(TABS / 3, (performance.now() - beganMs) / MS_PER_QUERY);
  expect(query.mock.calls.length).toBeLessThan(allowed);

  for (const [n, tab] of storm.entries()) {
    const from = 1 + (n % 2);
    const sync = await tab.until('sync');
    if (sync.head < 3) await tab.until('alarm:event');
    const seqs = [...sync.events, ...tab.all('alarm:event')].map(({ seq }) => seq);
    expect([...new Set(seqs)]).toEqual([2, 3].filter((seq) => seq > from));
  }
});

describe('the state that is cached for a building’s tabs', () => {
  it('is not sent to a tab that connects after a later event was emitted', async () => {
    const early = await openTab(app, karl);
    tabs.push(early);
    const { body } = await raise('fire');
    await early.until('alarm:event');
    const late = connect((await signIn(app, 'lisa')).token, 0, body.epoch);
    expect(await late.until('sync')).toMatchObject({ head: 1, events: [{ seq: 1 }] });
  });

  it('contains no responses, so a tab that connects later receives its member’s newest response', async () => {
    const { body } = await raise('fire');
    const lisa = await signIn(app, 'lisa');
    tabs.push(await openTab(app, lisa));
    await call(app, `POST /alarms/${body.alarm.id}/responses`, {
      token: lisa.token,
      body: { response: 'safe' },
    });
    const other = await openTab(app, lisa);
    tabs.push(other);
    expect(other.all('sync')[0]?.answers).toMatchObject([{ response: 'safe' }]);
  });

  it('is not used for a tab whose cursor is older than the cached events', async () => {
    const { body } = await raise('fire');
    await appendHelpCalls(app, karl, body.alarm.id, 60);
    tabs.push(await openTab(app, karl));
    const away = connect(karl.token, 3, body.epoch);
    const { events, more, reset } = await away.until('sync');
    expect({ first: events[0]?.seq, last: events.at(-1)?.seq, more, reset }).toEqual({
      first: 4,
      last: 53,
      more: true,
      reset: false,
    });
  });
});
