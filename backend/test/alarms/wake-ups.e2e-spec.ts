import { randomUUID } from 'node:crypto';
import { StreamPump } from '../../src/modules/alarms/live/pump.js';
import { StreamReader } from '../../src/modules/alarms/stream/stream-reader.repository.js';
import { ChangeSignals } from '../../src/platform/realtime/change-signals.js';
import { call, openTab, signIn, type Person, type Tab } from '../support/client.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';

/** The four ways in which a node learns that there is something to emit, each on its own. */

type Way = 'process' | 'redis' | 'notify' | 'look';

let first: TestApp;
let second: TestApp;
let karl: Person;
let lisa: Person;
let tabs: Tab[];

beforeEach(async () => {
  const env = { REDIS_URL: process.env['TEST_REDIS_URL'] ?? '' };
  first = await startApp({ env });
  const { databaseUrl, clock, dataDir } = first;
  second = await startApp({ databaseUrl, clock, env: { ...env, DATA_DIR: dataDir } });
  [karl, lisa] = [await signIn(first, 'karl'), await signIn(second, 'lisa')];
  tabs = [];
});

afterEach(async () => {
  jest.restoreAllMocks();
  tabs.forEach((tab) => tab.close());
  await second.close();
  await first.close();
});

const open = async (node: TestApp, person: Person): Promise<Tab> => {
  const tab = await openTab(node, person);
  tabs.push(tab);
  return tab;
};

/** Other tests have the cores too: the share that is in time is measured by `npm run test:faults`. */
const TRIES = 3;

/** Switches every other way off, at both nodes. */
function leaveOnly(...open: Way[]): void {
  for (const { app } of [first, second]) {
    const signals = app.get(ChangeSignals);
    const receive = signals.receive.bind(signals);
    jest.spyOn(signals, 'receive').mockImplementation((signal, way) => {
      if (open.includes(way)) receive(signal, way);
    });
    if (!open.includes('look')) jest.spyOn(app.get(StreamPump), 'poll').mockResolvedValue();
  }
}

/** @returns how long after the press the tab was shown it, or nothing when it was not in time */
async function pressedToShown(tab: Tab, limitMs: number): Promise<number | undefined> {
  const pressedAt = performance.now();
  const press = call(first, `POST /buildings/${karl.buildingId}/alarms`, {
    token: karl.token,
    body: { alarmId: randomUUID(), type: 'fire', separate: true },
  });
  const count = tab.all('alarm:event').length + 1;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)));
  await press;
  await Promise.race([tab.until('alarm:event', count), late]);
  clearTimeout(timer);
  const shown = tab.all('alarm:event').length >= count;
  return shown ? performance.now() - pressedAt : undefined;
}

describe('an alarm is shown in time with one way alone', () => {
  it.each<[Way, string, number]>([
    ['process', 'the same', 250],
    ['redis', 'the other', 250],
    ['notify', 'the other', 250],
    ['notify', 'the same', 250],
    ['look', 'the other', 1_200],
    ['look', 'the same', 1_200],
  ])('%s, at %s node', async (way, node, limitMs) => {
    const tab = await open(node === 'the same' ? first : second, lisa);
    leaveOnly(way);
    // The first press of a fresh node pays for everything that is compiled and connected once.
    await pressedToShown(tab, 3_000);
    const times: number[] = [];
    for (let n = 0; n < TRIES; n += 1) times.push((await pressedToShown(tab, 3_000)) ?? Infinity);
    expect(Math.min(...times)).toBeLessThan(limitMs);
  });

  it('and with none it is not, so that the above says something', async () => {
    const tabs = [await open(first, lisa), await open(second, lisa)];
    leaveOnly();
    const shown = await Promise.all(tabs.map((tab) => pressedToShown(tab, 1_500)));
    expect(shown).toEqual([undefined, undefined]);
  });
});

it('all ways together read the stream once', async () => {
  const tab = await open(second, lisa);
  leaveOnly('process', 'redis', 'notify');
  const read = jest.spyOn(second.app.get(StreamReader), 'read');
  const shown = await pressedToShown(tab, 3_000);
  expect(shown).toBeDefined();
  // Both signals are here once a later one has come, on the same two ways.
  await open(second, lisa);
  await pressedToShown(tab, 3_000);
  const pumped = read.mock.calls.filter(([, { withMembers }]) => withMembers);
  expect(pumped).toHaveLength(2);
});

describe('kicks cross nodes', () => {
  it.each<Way>(['redis', 'notify'])('by %s alone when somebody signs out', async (way) => {
    const tab = await open(second, lisa);
    leaveOnly('process', way);
    await call(first, 'POST /auth/sign-out', {
      body: {},
      headers: { cookie: lisa.cookie, origin: ORIGIN, 'x-resq': '1' },
    });
    expect(await tab.until('session:end')).toEqual({ reason: 'signed_out' });
  });

  it.each<Way>(['redis', 'notify'])('by %s alone when a membership is revoked', async (way) => {
    const anna = await signIn(first, 'anna');
    const tab = await open(second, lisa);
    leaveOnly('process', way);
    const path = `/buildings/${lisa.buildingId}/members/${lisa.membershipId}`;
    await call(first, `DELETE ${path}`, { token: anna.token });
    expect(await tab.until('building:left')).toEqual({ buildingId: lisa.buildingId });
  });
});

it('shows an alarm to nobody who was revoked before it, with every signal lost', async () => {
  const [anna] = [await signIn(first, 'anna')];
  const [revoked, member] = [await open(second, lisa), await open(second, anna)];
  leaveOnly('look');
  await first.database.query(`update memberships set status = 'revoked' where id = $1`, [
    lisa.membershipId,
  ]);
  expect(await pressedToShown(member, 3_000)).toBeDefined();
  await revoked.until('building:left');
  expect(revoked.all('alarm:event')).toEqual([]);
});
