import { randomUUID } from 'node:crypto';
import type { Alarm, HelpView, RaiseResult, Sync } from '../../src/contract/alarm.js';
import { call, openTab, signIn, type Person, type Tab } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** The answer to a call for help: who comes, and who has seen the call. */

let app: TestApp;
let anna: Person;
let karl: Person;
let lisa: Person;
let alarmId: string;
const tabs: Tab[] = [];
const version: unknown = expect.any(Number);

beforeEach(async () => {
  app = await freshApp();
  [anna, karl, lisa] = [
    await signIn(app, 'anna'),
    await signIn(app, 'karl'),
    await signIn(app, 'lisa'),
  ];
  const { body } = await call<RaiseResult>(app, `POST /buildings/${karl.buildingId}/alarms`, {
    token: karl.token,
    body: { alarmId: randomUUID(), type: 'medical' },
  });
  alarmId = body.alarm.id;
});

afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
});

async function open(person: Person): Promise<Tab> {
  const tab = await openTab(app, person);
  tabs.push(tab);
  return tab;
}

const post = async (person: Person, path: string, body: object) =>
  (await call(app, `POST /alarms/${alarmId}/${path}`, { token: person.token, body })).status;
const respond = (person: Person, response: string, place?: string) =>
  post(person, 'responses', { response, ...(place && { place }) });
const help = async ({ token }: Person, id = alarmId) =>
  await call<HelpView>(app, `GET /alarms/${id}/help`, { token });

/** Reports that a person has seen all calls for help that are open now. */
async function sees(person: Person, deviceId = randomUUID()): Promise<void> {
  const { body } = await call<Sync>(app, `GET /buildings/${person.buildingId}/events`, person);
  const [{ needHelp } = {} as Alarm] = body.active;
  const helpAt = needHelp
    .map(({ at }) => at)
    .sort()
    .at(-1);
  expect(await post(person, 'receipts', { deviceId, level: 'seen', helpAt })).toBe(204);
}

/** Returns who comes and who has seen the call, by apartment. */
function said({ coming = [], seen = [] }: Pick<HelpView, 'coming' | 'seen'>) {
  const homes = (list: typeof coming) => list.map(({ home }) => home.apartment);
  return { coming: homes(coming), seen: homes(seen) };
}

it('is sent to the member who called: at once, when it is seen, and when somebody comes', async () => {
  const caller = await open(lisa);
  await respond(lisa, 'need_help');
  expect(said(await caller.until('alarm:help'))).toEqual({ coming: [], seen: [] });

  await sees(anna);
  const latest = () => said(caller.all('alarm:help').at(-1) ?? {});
  await until('the call is seen', ARRIVES_MS, () => latest().seen.includes('1201'));
  await respond(karl, 'coming');
  await until('somebody comes', ARRIVES_MS, () => latest().coming.includes('1301'));
  expect(latest()).toEqual({ coming: ['1301'], seen: ['1201'] });
  const sent = caller.all('alarm:help').at(-1);
  const { body } = await help(lisa);
  expect(body).toEqual({ ...sent, version });
  expect(body.version).toBeGreaterThan(sent?.version ?? Infinity);
});

it('names nobody who saw the alarm before the call, or whose receipt is of an earlier call', async () => {
  const phone = randomUUID();
  await respond(anna, 'coming');
  await post(anna, 'receipts', { deviceId: phone, level: 'seen' });
  await respond(anna, 'need_help');
  await sees(karl, phone);
  app.clock.step(2_000);
  await respond(lisa, 'need_help');
  expect(said((await help(lisa)).body)).toEqual({ coming: [], seen: [] });
  await sees(karl, phone);
  expect(said((await help(lisa)).body)).toEqual({ coming: [], seen: ['1301'] });
});

it('stays when the member who called tells the place', async () => {
  await respond(lisa, 'need_help');
  await sees(anna);
  await respond(karl, 'coming');
  app.clock.step(2_000);
  await respond(lisa, 'need_help', 'Källaren');
  expect(said((await help(lisa)).body)).toEqual({ coming: ['1301'], seen: ['1201'] });
});

it('tells a neighbour who comes how many do, without names, and tells all others nothing', async () => {
  const [comer, bystander] = [await open(anna), await open(karl)];
  await respond(lisa, 'coming');
  await respond(anna, 'coming');
  await until('both come', ARRIVES_MS, () =>
    comer.all('alarm:help').some(({ comingCount }) => comingCount === 2),
  );
  expect(comer.all('alarm:help').at(-1)).toEqual({ alarmId, version, comingCount: 2 });
  await bystander.roundTrip();
  expect(bystander.all('alarm:help')).toEqual([]);
  expect((await help(karl)).body).toEqual({ alarmId, version });
});

it('is refused to strangers as for an unknown alarm', async () => {
  const otto = await signIn(app, 'otto');
  for (const id of [alarmId, randomUUID()]) {
    expect((await help(otto, id)).body.error.code).toBe('alarm.not_found');
  }
});

it('is sent at most twice a second', async () => {
  const caller = await open(lisa);
  await respond(lisa, 'need_help');
  await caller.until('alarm:help');
  const since = performance.now();
  for (let n = 0; n < 12; n += 1) await sees(n % 2 ? anna : karl);
  const seconds = (performance.now() - since) / 1_000;
  expect(caller.all('alarm:help').length).toBeLessThanOrEqual(2 * seconds + 2);
});

// PostgreSQL has no year 0, and the statement of several receipts would fail for all of them.
it.each(['tomorrow', '2026-11-22T08:99:00.000Z', '0000', '0000-01-01T00:00:00.000Z', 5])(
  'refuses the time %p of a call',
  async (helpAt) => {
    expect(await post(anna, 'receipts', { deviceId: randomUUID(), level: 'seen', helpAt })).toBe(
      400,
    );
  },
);
