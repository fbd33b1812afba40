import { randomUUID } from 'node:crypto';
import { StreamReader } from '../../src/modules/alarms/stream/stream-reader.repository.js';
import { call, newPerson, openTab, signIn, type Person, type Tab } from '../support/client.js';
import {
  followOnly,
  lookAtNothing,
  repeatSignals,
  type ReceivedSignal,
  type Way,
} from '../support/signals.js';
import { ORIGIN, startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, promised, until } from '../support/wait-until.js';

/** The four ways in which a new event reaches a node, each tested alone. */

let first: TestApp;
let second: TestApp;
let anna: Person;
let karl: Person;
/** Joins the building for each test, because some end her sign-in or her membership. */
let lisa: Person;
let tabs: Tab[];
let stopRepeating: () => void;

beforeAll(async () => {
  // Two nodes serve all tests, and so many alarms and accounts are above the limits.
  const env = { REDIS_URL: process.env['TEST_REDIS_URL'] ?? '', RATE_LIMITS: 'off' };
  first = await startApp({ env });
  const { databaseUrl, clock, dataDir } = first;
  second = await startApp({ databaseUrl, clock, env: { ...env, DATA_DIR: dataDir } });
  [anna, karl] = [await signIn(first, 'anna'), await signIn(first, 'karl')];
});

afterAll(async () => {
  await second.close();
  await first.close();
});

beforeEach(async () => {
  lisa = await newPerson(second, { name: 'Lisa Ny', apartment: '1102' });
  tabs = [];
  stopRepeating = () => undefined;
});

afterEach(() => {
  stopRepeating();
  jest.restoreAllMocks();
  tabs.forEach((tab) => tab.close());
});

const open = async (node: TestApp, person: Person): Promise<Tab> => {
  const tab = await openTab(node, person);
  tabs.push(tab);
  return tab;
};

/** The best try counts, as other tests use the cores; `npm run test:faults` measures the share. */
const TRIES = 3;

/** Turns every other way off, at both nodes. @returns the signals that reach the second node */
function leaveOnly(...open: (Way | 'look')[]): ReceivedSignal[] {
  const ways = open.filter((way) => way !== 'look');
  const [, received] = [first, second].map((node) => {
    if (!open.includes('look')) lookAtNothing(node);
    return followOnly(node, ways);
  });
  return received ?? [];
}

/** @returns milliseconds from press to shown in the tab; undefined when it was not in time */
async function pressedToShown(tab: Tab, limitMs: number): Promise<number | undefined> {
  const pressedAt = performance.now();
  const alarmId = randomUUID();
  await call(first, `POST /buildings/${karl.buildingId}/alarms`, {
    token: karl.token,
    body: { alarmId, type: 'fire', separate: true },
  });
  const isShown = () => tab.all('alarm:event').some(({ alarm }) => alarm.id === alarmId);
  await until('the alarm is shown', limitMs, isShown).catch(() => undefined);
  return isShown() ? performance.now() - pressedAt : undefined;
}

describe('a tab at the other node', () => {
  it.each<Way>(['redis', 'notify'])('is disconnected by %s alone after a sign-out', async (way) => {
    const tab = await open(second, lisa);
    leaveOnly('process', way);
    stopRepeating = repeatSignals(first);
    await call(first, 'POST /auth/sign-out', {
      body: {},
      headers: { cookie: lisa.cookie, origin: ORIGIN, 'x-resq': '1' },
    });
    expect(await tab.until('session:end')).toEqual({ reason: 'signed_out' });
  });

  it.each<Way>(['redis', 'notify'])(
    'is disconnected by %s alone after a stolen refresh token was used',
    async (way) => {
      const refresh = (cookie: string) =>
        call(first, 'POST /auth/refresh', {
          body: {},
          headers: { cookie, origin: ORIGIN, 'x-resq': '1' },
        });
      const tab = await open(second, lisa);
      const { headers } = await refresh(lisa.cookie);
      await refresh(headers.getSetCookie()[0]?.split(';')[0] ?? '');
      first.clock.step(60_000);
      leaveOnly('process', way);
      stopRepeating = repeatSignals(first);
      await refresh(lisa.cookie);
      expect(await tab.until('session:end')).toEqual({ reason: 'signed_out' });
    },
  );

  it.each<Way>(['redis', 'notify'])(
    'leaves the building by %s alone after its membership was revoked',
    async (way) => {
      const tab = await open(second, lisa);
      leaveOnly('process', way);
      stopRepeating = repeatSignals(first);
      const path = `/buildings/${lisa.buildingId}/members/${lisa.membershipId}`;
      await call(first, `DELETE ${path}`, { token: anna.token });
      expect(await tab.until('building:left')).toEqual({ buildingId: lisa.buildingId });
    },
  );
});

it('an alarm is not shown to a member who was revoked before it, with every signal lost', async () => {
  const [revoked, member] = [await open(second, lisa), await open(second, anna)];
  leaveOnly('look');
  await first.database.query(`update memberships set status = 'revoked' where id = $1`, [
    lisa.membershipId,
  ]);
  expect(await pressedToShown(member, promised(3_000))).toBeDefined();
  await revoked.until('building:left');
  await revoked.roundTrip();
  expect(revoked.all('alarm:event')).toEqual([]);
});

describe('an alarm', () => {
  it.each<[Way | 'look', string, number]>([
    ['process', 'the same', 250],
    ['redis', 'the other', 250],
    ['notify', 'the other', 250],
    ['notify', 'the same', 250],
    ['look', 'the other', 1_200],
    ['look', 'the same', 1_200],
  ])('is shown in time by %s alone, at %s node', async (way, node, limitMs) => {
    const tab = await open(node === 'the same' ? first : second, lisa);
    leaveOnly(way);
    // The first press of a fresh node is slower: it compiles code and opens connections.
    await pressedToShown(tab, promised(3_000));
    const times: number[] = [];
    for (let n = 0; n < TRIES; n += 1)
      times.push((await pressedToShown(tab, promised(3_000))) ?? Infinity);
    expect(Math.min(...times)).toBeLessThan(promised(limitMs));
  });

  // The tests above would also pass if turning a way off had no effect.
  it('is not shown while all ways are turned off', async () => {
    const tabs = [await open(first, lisa), await open(second, lisa)];
    leaveOnly();
    const shown = await Promise.all(tabs.map((tab) => pressedToShown(tab, 1_500)));
    expect(shown).toEqual([undefined, undefined]);
    jest.restoreAllMocks();
    await Promise.all(tabs.map((tab) => tab.until('alarm:event', tabs.length)));
  });
});

it('one change is read once, although several signals announce it', async () => {
  const tab = await open(second, lisa);
  const received = leaveOnly('process', 'redis', 'notify');
  const read = jest.spyOn(second.app.get(StreamReader), 'read');
  const pumped = () => read.mock.calls.filter(([, { withMembers }]) => withMembers).length;
  // Either signal may be lost, and then that press tests nothing.
  await until('both signals of one press arrive', ARRIVES_MS, async () => {
    const [before, since] = [pumped(), received.length];
    const signals = () => received.slice(since).filter(({ signal }) => signal.topic === 'building');
    const arrived = (way: Way): boolean => signals().some((one) => one.way === way);
    if ((await pressedToShown(tab, promised(3_000))) === undefined) return false;
    const both = () => arrived('redis') && arrived('notify');
    await until('the slower signal arrives', 1_000, both).catch(() => undefined);
    if (!both()) return false;
    // The alarms of the tests above may be escalated meanwhile, which are changes too.
    const changes = new Set(signals().map(({ signal }) => signal.dedupKey)).size;
    expect(pumped() - before).toBeLessThanOrEqual(changes);
    return true;
  });
});
