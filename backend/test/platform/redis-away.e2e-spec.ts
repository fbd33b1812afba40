import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { ConnectionSweeper } from '../../src/modules/alarms/live/connection-sweeper.js';
import { ChangeSignals } from '../../src/platform/realtime/change-signals.js';
import { RedisBridge } from '../../src/platform/realtime/redis-bridge.js';
import { openTab, signIn, type Person, type Tab } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { TcpProxy } from '../support/tcp-proxy.js';

/** Two nodes that reach Redis through a proxy. Nothing an alarm needs may depend on what is behind it. */

const REDIS_URL = process.env['TEST_REDIS_URL'] ?? '';

/**
 * Whoever is not woken, and looks not, hears by the head ten seconds later. How much sooner it is when
 * all is well is measured by `npm run test:faults`.
 */
const SOON_MS = 3_000;

let proxy: TcpProxy;
let first: TestApp;
let second: TestApp;
let karl: Person;
let tabs: { own: Tab; other: Tab };
let unhandled: unknown[];
const note = (error: unknown): void => void unhandled.push(error);

async function start({ withRedis }: { withRedis: boolean }): Promise<void> {
  proxy = await TcpProxy.before(REDIS_URL);
  if (withRedis) await proxy.open();
  const env = { REDIS_URL: proxy.url };
  first = await startApp({ env });
  const { databaseUrl, clock, dataDir } = first;
  second = await startApp({ databaseUrl, clock, env: { ...env, DATA_DIR: dataDir } });
  if (withRedis) await redisIsUp();
  karl = await signIn(first, 'karl');
  const lisa = await signIn(second, 'lisa');
  tabs = { own: await openTab(first, karl), other: await openTab(second, lisa) };
  // Without the look every second, the other node hears through NOTIFY or Redis, or not at all.
  second.app.get(ConnectionSweeper).onApplicationShutdown();
}

beforeEach(() => {
  unhandled = [];
  process.on('unhandledRejection', note);
});

afterEach(async () => {
  jest.restoreAllMocks();
  Object.values(tabs).forEach((tab) => tab.close());
  await second.close();
  await first.close();
  await proxy.close();
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

async function redisIsUp(): Promise<void> {
  const bridges = [first, second].map(({ app }) => app.get(RedisBridge));
  while (!bridges.every(({ isUp }) => isUp)) await new Promise((soon) => setTimeout(soon, 20));
  // Answered behind the subscriptions, on the same connections.
  await Promise.all(bridges.map((bridge) => bridge.probe()));
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

function hear(way: 'redis' | 'notify'): void {
  const signals = second.app.get(ChangeSignals);
  const hear = signals.receive.bind(signals);
  jest.spyOn(signals, 'receive').mockImplementation((signal, by) => {
    if (by === way) hear(signal, by);
  });
}

describe('with Redis', () => {
  it.each([
    ['killed', () => proxy.close()],
    ['frozen', () => Promise.resolve(proxy.become('black-hole'))],
  ])('%s, alarms are still heard at once at both nodes', async (_how, takeAway) => {
    await start({ withRedis: true });
    await press();
    await takeAway();
    for (let n = 0; n < 4; n += 1) {
      const { own, other } = await press();
      expect(own).toBeLessThan(SOON_MS);
      expect(other).toBeLessThan(SOON_MS);
    }
  });

  it('back again, its signals are heard again', async () => {
    await start({ withRedis: true });
    await proxy.close();
    await press();
    await proxy.open();
    await redisIsUp();
    hear('redis');
    expect((await press()).other).toBeLessThan(SOON_MS);
  });

  it('emptied, nothing is missing', async () => {
    await start({ withRedis: true });
    const redis = new Redis(REDIS_URL);
    await redis.flushall();
    redis.disconnect();
    hear('redis');
    expect((await press()).other).toBeLessThan(SOON_MS);
  });
});

it('a node that started before Redis hears its signals once it is there', async () => {
  await start({ withRedis: false });
  await press();
  await proxy.open();
  await redisIsUp();
  hear('redis');
  expect((await press()).other).toBeLessThan(SOON_MS);
});

it('a frozen connection to Redis is opened anew by its probe', async () => {
  await start({ withRedis: true });
  const bridge = second.app.get(RedisBridge);
  proxy.become('black-hole');
  await bridge.probe();
  while (bridge.isUp) await new Promise(setImmediate);
  await proxy.open();
  await redisIsUp();
  hear('redis');
  expect((await press()).other).toBeLessThan(SOON_MS);
});
