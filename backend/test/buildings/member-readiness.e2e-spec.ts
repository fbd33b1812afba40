import { randomUUID } from 'node:crypto';
import type { DeviceStateResult } from '../../src/contract/devices.js';
import type { Member, Page } from '../../src/contract/http.js';
import { ReadinessBroadcaster } from '../../src/modules/alarms/live/readiness-broadcaster.js';
import { call, signIn, Tab, type Person } from '../support/client.js';
import { ARMED, BLOCKED, CHROME, say } from '../support/device-states.js';
import { freshApp } from '../support/fresh-app.js';
import { ORIGIN, type TestApp } from '../support/start-app.js';

/** The readiness of each member, in the list that a building's managers see, and of a building. */

let app: TestApp;
let anna: Person;
let karl: Person;
const tabs: Tab[] = [];

beforeAll(async () => {
  app = await freshApp();
  [anna, karl] = [await signIn(app, 'anna'), await signIn(app, 'karl')];
});

afterAll(() => {
  tabs.forEach((tab) => tab.close());
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Opens a tab, of a phone unless another browser is given. */
async function open({ token }: Person, browser = CHROME): Promise<Tab> {
  const tab = new Tab(app, { token, deviceId: randomUUID() }, ORIGIN, browser);
  tabs.push(tab);
  await tab.until('sync');
  return tab;
}

async function stateIn(apartment: string) {
  const members = `GET /buildings/${anna.buildingId}/members`;
  const { body } = await call<Page<Member>>(app, members, anna);
  return body.items.find((one) => one.apartment === apartment)?.readiness;
}

it('names the first fact that is missing at the best device of the member', async () => {
  expect(await stateIn('1301')).toBe('away');
  const tab = await open(karl);
  for (const [state, readiness] of [
    [BLOCKED, 'muted'],
    [ARMED, 'untested'],
    [{ ...ARMED, tested: true }, 'readyWhileOpen'],
    [{ ...ARMED, tested: false }, 'untested'],
    [{ ...BLOCKED, tested: true }, 'muted'],
  ] as const) {
    const { testedAt } = (await say(tab, state)) as unknown as DeviceStateResult;
    expect(testedAt !== null).toBe('tested' in state && state.tested);
    expect(await stateIn('1301')).toBe(readiness);
  }
  // A silent device that was tested does not make another one ready.
  await say(await open(karl), ARMED);
  expect(await stateIn('1301')).toBe('untested');
  await say(tab, ARMED);
  expect(await stateIn('1301')).toBe('readyWhileOpen');
  await say(await open(karl, FIREFOX), { ...ARMED, tested: true });
  expect(await stateIn('1301')).toBe('ready');
});

it('the tabs of a building are told when its last home has left', async () => {
  const tab = await open(anna);
  const untilHomes = async (homesKnown: number, seen = 0): Promise<number> => {
    await app.app.get(ReadinessBroadcaster).poll();
    const counts = await tab.until('building:readiness', seen + 1);
    return counts.homesKnown === homesKnown ? seen + 1 : untilHomes(homesKnown, seen + 1);
  };
  const before = await untilHomes(3);
  await app.database.query('update memberships set home = null where building_id = $1', [
    anna.buildingId,
  ]);
  expect(await untilHomes(0, before)).toBeGreaterThan(before);
});
