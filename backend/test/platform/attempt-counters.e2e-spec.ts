import { Redis } from 'ioredis';
import { HashThread } from '../../src/modules/auth/passwords/hash-thread.js';
import { DEMO_PASSWORD } from '../../src/modules/demo/demo-residents.js';
import { call } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { promised } from '../support/wait-until.js';

/** Nodes count attempts together in Redis, and each by itself while Redis is away. */

const REDIS_URL = process.env['TEST_REDIS_URL'] ?? '';
/** Redis says this for a key that it has deleted. */
const GONE = -2;
/** An attempt waits for Redis at most twice a quarter of a second. */
const ANSWERS_MS = 3_000;

let proxy: TcpProxy;
let redis: Redis;
let nodes: TestApp[];

const enter = async (app: TestApp | undefined, password: string) => {
  const body = { email: 'anna@resq.example', password };
  const since = performance.now();
  const { status } = await call(app!, 'POST /auth/sign-in', { body });
  expect(performance.now() - since).toBeLessThan(promised(ANSWERS_MS));
  return status;
};

async function wrong(app: TestApp | undefined, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push(await enter(app, 'fel-lösenord'));
  return statuses;
}

async function start(): Promise<TestApp> {
  const [first] = nodes;
  const env = { REDIS_URL: proxy.url };
  const app = await startApp(first ? { databaseUrl: first.databaseUrl, env } : { env });
  nodes.push(app);
  jest
    .spyOn(HashThread.prototype, 'matches')
    .mockImplementation((_, password) => Promise.resolve(password === DEMO_PASSWORD));
  return app;
}

beforeEach(async () => {
  nodes = [];
  redis = new Redis(REDIS_URL);
  await redis.flushall();
  proxy = await TcpProxy.before(REDIS_URL);
});

afterEach(async () => {
  for (const app of nodes.reverse()) await app.close();
  redis.disconnect();
  await proxy.close();
});

it('two nodes share one limit', async () => {
  await proxy.open();
  await start();
  await start();
  expect(await wrong(nodes[0], 5)).toEqual([401, 401, 401, 401, 401]);
  // The delays grow to 15 s together, so that one of them is met even on a slow machine.
  expect(await wrong(nodes[1], 4)).toContain(429);
});

it('Redis holds no address and no e-mail, and nothing for longer than the window', async () => {
  await proxy.open();
  await start();
  await wrong(nodes[0], 6);
  const keys = await redis.keys('*');
  expect(keys).not.toEqual([]);
  for (const key of keys) {
    expect(key).toMatch(/^resq:attempts:[a-z.-]+:[0-9a-f]{64}$/);
    const leftMs = await redis.pttl(key);
    // A delay of one second may be over by now.
    if (leftMs === GONE) continue;
    expect(leftMs).toBeGreaterThanOrEqual(0);
    expect(leftMs).toBeLessThanOrEqual(15 * 60_000);
  }
});

it.each<[string, () => Promise<void> | void]>([
  ['was never there', () => undefined],
  ['goes away', async () => void (await proxy.open())],
])('a node counts by itself when Redis %s', async (_case, before) => {
  await before();
  await start();
  await proxy.close();
  expect(await enter(nodes[0], DEMO_PASSWORD)).toBe(200);
  expect(await wrong(nodes[0], 9)).toContain(429);
});

it.each(['black-hole', 'half-open'] as const)(
  'a node answers while the connection to Redis is a %s',
  async (weather) => {
    await proxy.open();
    await start();
    proxy.become(weather);
    expect(await enter(nodes[0], DEMO_PASSWORD)).toBe(200);
    expect(await wrong(nodes[0], 9)).toContain(429);
  },
);

it('a Redis that is emptied or comes back locks nobody out', async () => {
  await proxy.open();
  await start();
  await wrong(nodes[0], 6);
  await redis.flushall();
  expect(await enter(nodes[0], DEMO_PASSWORD)).toBe(200);
  await proxy.close();
  await wrong(nodes[0], 2);
  await proxy.open();
  expect(await enter(nodes[0], DEMO_PASSWORD)).toBe(200);
});
