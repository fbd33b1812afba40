import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { ConnectionSweeper } from '../../src/modules/alarms/live/connection-sweeper.js';
import { ChangeSignals } from '../../src/platform/realtime/change-signals.js';
import { RedisBridge } from '../../src/platform/realtime/redis-bridge.js';
import { withTimeout } from '../../src/platform/with-timeout.js';
import { openTab, signIn, type Person, type Tab } from '../support/client.js';
import { followOnly, repeatSignals } from '../support/signals.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { ARRIVES_MS, promised, until } from '../support/wait-until.js';

/** Two nodes that reach Redis through a proxy. Nothing that an alarm needs may depend on Redis. */

const REDIS_URL = process.env['TEST_REDIS_URL'] ?? '';

/**
 * Without a signal and without polling, an alarm is shown up to ten seconds later, at the next
 * `building:head`. `npm run test:faults` measures the times of a healthy cluster.
 */
const SOON_MS = 3_000;

let proxy: TcpProxy;
let first: TestApp;
let second: TestApp;
let karl: Person;
let tabs: { own: Tab; other: Tab };
let stopRepeating: () => void;
let unhandled: unknown[];
const onUnhandled = (error: unknown): void => void unhandled.push(error);

interface Start {
  withRedis: boolean;
  /** Default: the proxy's. */
  redisUrl?: string;
}

async function start({ withRedis, redisUrl }: Start): Promise<void> {
  proxy = await TcpProxy.before(REDIS_URL);
  if (withRedis) await proxy.open();
  const env = { REDIS_URL: redisUrl ?? proxy.url };
  first = await startApp({ env });
  const { databaseUrl, clock, dataDir } = first;
  second = await startApp({ databaseUrl, clock, env: { ...env, DATA_DIR: dataDir } });
  if (withRedis) await redisIsUp();
  karl = await signIn(first, 'karl');
  const lisa = await signIn(second, 'lisa');
  tabs = { own: await openTab(first, karl), other: await openTab(second, lisa) };
  // Without polling, an alarm reaches the second node only by NOTIFY and Redis.
  second.app.get(ConnectionSweeper).onApplicationShutdown();
  stopRepeating = repeatSignals(first);
}

beforeEach(() => {
  unhandled = [];
  process.on('unhandledRejection', onUnhandled);
});

afterEach(async () => {
  stopRepeating();
  jest.restoreAllMocks();
  Object.values(tabs).forEach((tab) => tab.close());
  await second.close();
  await first.close();
  await proxy.close();
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled).toEqual([]);
});

const bridges = (): RedisBridge[] => [first, second].map(({ app }) => app.get(RedisBridge));

/** Waits until both nodes are connected. A connection whose probe fails is opened again. */
async function redisIsUp(): Promise<void> {
  await until('both nodes are connected to Redis', ARRIVES_MS, async () => {
    if (!bridges().every(({ isUp }) => isUp)) return false;
    // The answer to a probe follows that to the subscription on the same connection.
    await Promise.all(bridges().map((bridge) => bridge.probe()));
    return bridges().every(({ isUp }) => isUp);
  });
}

/** @returns the milliseconds from press to shown on the sender's node and on the other one */
async function press(): Promise<{ own: number; other: number }> {
  const since = performance.now();
  const shown = async (tab: Tab): Promise<number> => {
    await tab.until('alarm:event', tab.all('alarm:event').length + 1);
    return performance.now() - since;
  };
  const both = [shown(tabs.own), shown(tabs.other)] as const;
  await tabs.own.socket.emitWithAck('alarm:raise', {
    buildingId: karl.buildingId,
    alarmId: randomUUID(),
    type: 'fire',
    separate: true,
  });
  const [own, other] = await Promise.all(both);
  return { own, other };
}

async function expectSoonByRedisAlone(): Promise<void> {
  followOnly(second, ['redis']);
  expect((await press()).other).toBeLessThan(promised(SOON_MS));
}

describe('two nodes that lose Redis', () => {
  it.each([
    ['killed', () => proxy.close()],
    ['frozen', () => Promise.resolve(proxy.become('black-hole'))],
  ])('still show alarms at once while it is %s', async (_how, takeAway) => {
    await start({ withRedis: true });
    await press();
    await takeAway();
    for (let n = 0; n < 4; n += 1) {
      const { own, other } = await press();
      expect(own).toBeLessThan(promised(SOON_MS));
      expect(other).toBeLessThan(promised(SOON_MS));
    }
  });

  it('receive its signals again after it was killed and started again', async () => {
    await start({ withRedis: true });
    await proxy.close();
    await press();
    await proxy.open();
    await redisIsUp();
    await expectSoonByRedisAlone();
  });

  it('still receive its signals after it was emptied', async () => {
    await start({ withRedis: true });
    const redis = new Redis(REDIS_URL);
    await redis.flushall();
    redis.disconnect();
    await expectSoonByRedisAlone();
  });
});

it('a node receives signals through a Redis that was started after the node', async () => {
  await start({ withRedis: false });
  await press();
  await proxy.open();
  await redisIsUp();
  await expectSoonByRedisAlone();
});

it('a probe reopens a frozen connection to Redis', async () => {
  await start({ withRedis: true });
  const bridge = second.app.get(RedisBridge);
  proxy.become('black-hole');
  await bridge.probe();
  await until('the connection is closed', ARRIVES_MS, () => !bridge.isUp);
  await proxy.open();
  await redisIsUp();
  await expectSoonByRedisAlone();
});

it('a probe does not close the connection to Redis when its own process is busy', async () => {
  // The nodes bypass the proxy, which this process would block while it is busy.
  await start({ withRedis: true, redisUrl: REDIS_URL });
  // Right after this, Node runs the timers that became due, before it reads any socket.
  await new Promise(setImmediate);
  const probing = Promise.all(bridges().map((bridge) => bridge.probe()));
  const busyUntil = performance.now() + 700;
  while (performance.now() < busyUntil);
  await probing;
  const streams = bridges().flatMap((bridge) => clientsOf(bridge).map(({ stream }) => stream));
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false]);
});

it('a signal that Redis did not receive is sent once more', async () => {
  await start({ withRedis: true });
  stopRepeating();
  jest.restoreAllMocks();
  const id = randomUUID();
  const receiver = new Redis(REDIS_URL);
  const received = new Promise<void>((resolve) => {
    receiver.on('pmessageBuffer', (_pattern: Buffer, _channel: Buffer, message: Buffer) => {
      if (message.includes(id)) resolve();
    });
  });
  await receiver.psubscribe('socket.io-request*');
  const [publisher] = clientsOf(first.app.get(RedisBridge));
  jest.spyOn(publisher!, 'sendCommand').mockImplementationOnce((command) => {
    command.reject(new Error('Command timed out'));
    return command.promise;
  });
  first.app.get(ChangeSignals).publish('device', id);
  await expect(withTimeout(ARRIVES_MS, received)).resolves.toBeUndefined();
  receiver.disconnect();
});

function clientsOf(bridge: RedisBridge): Redis[] {
  return (bridge as unknown as { clients: Redis[] }).clients;
}
