import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { freePort } from '../../../infra/local/ports.mjs';
import { StreamPump } from '../../src/modules/alarms/live/pump.js';
import { RedisBridge } from '../../src/platform/realtime/redis-bridge.js';
import { LOGGER } from '../../src/platform/tokens.js';
import { call, openTab, signIn } from '../support/client.js';
import { followOnly, repeatSignals } from '../support/signals.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

/** Redis with the users of docker-compose.yml. */

const SCRIPT = join(__dirname, '../../../infra/redis/start.sh');
const PASSWORD = 'hemligt-i-testet';

let server: ChildProcess;
let port: number;
const clients: Redis[] = [];

const urlOf = (user: string) => `redis://${user}@127.0.0.1:${port}`;

function connect(user: string): Redis {
  const client = new Redis(urlOf(user), { maxRetriesPerRequest: 0, retryStrategy: () => null });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

beforeAll(async () => {
  port = await freePort();
  server = spawn('sh', [SCRIPT, '--port', String(port), '--bind', '127.0.0.1'], {
    cwd: tmpdir(),
    // The script makes a file, which is removed with the folder of the run.
    env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), REDIS_PASSWORD: PASSWORD },
    stdio: 'ignore',
  });
  const isUp = () =>
    connect(`resq:${PASSWORD}`)
      .ping()
      .then(
        () => true,
        () => false,
      );
  await until('redis answers', ARRIVES_MS, isUp);
});

afterAll(async () => {
  clients.forEach((client) => client.disconnect());
  server.kill();
  await once(server, 'exit');
});

describe('two nodes with the user resq', () => {
  let nodes: TestApp[];
  let warnings: unknown[];
  let complain: jest.SpyInstance;

  beforeAll(async () => {
    // A start subscribes before the loggers can be replaced.
    complain = jest.spyOn(RedisBridge.prototype as unknown as { complain(): void }, 'complain');
    const env = { REDIS_URL: urlOf(`resq:${PASSWORD}`) };
    const first = await startApp({ env });
    const { databaseUrl, clock, dataDir } = first;
    nodes = [first, await startApp({ databaseUrl, clock, env: { ...env, DATA_DIR: dataDir } })];
    warnings = [];
    for (const { app } of nodes) {
      const warn = jest.spyOn(app.get<Logger>(LOGGER), 'warn');
      warn.mockImplementation((...line: unknown[]) => warnings.push(line));
    }
  });

  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.close();
  });

  it('pass an alarm, and a message to one user, on through Redis alone', async () => {
    const [first, second] = nodes as [TestApp, TestApp];
    const [karl, lisa] = [await signIn(first, 'karl'), await signIn(second, 'lisa')];
    const tab = await openTab(second, lisa);
    jest.spyOn(second.app.get(StreamPump), 'poll').mockResolvedValue();
    followOnly(second, ['redis']);
    const stop = repeatSignals(first);
    const alarmId = randomUUID();
    const body = { alarmId, type: 'fire' };
    await call(first, `POST /buildings/${karl.buildingId}/alarms`, { token: karl.token, body });
    expect(await tab.until('alarm:event')).toMatchObject({ seq: 1, kind: 'raised' });
    await until('the device receives the mute', ARRIVES_MS, async () => {
      const muted = { token: lisa.token, body: { muted: true } };
      await call(first, `POST /alarms/${alarmId}/mute`, muted);
      return tab.all('alarm:muted').length > 0;
    });
    stop();
    tab.close();
    expect(warnings).toEqual([]);
    expect(complain.mock.calls).toEqual([]);
  });

  it('outlive a message that they cannot read', async () => {
    complain.mockClear();
    const count = await connect(`resq:${PASSWORD}`).publish('socket.io#/#', 'x');
    expect(count).toBeGreaterThan(0);
    await until('both nodes log it', ARRIVES_MS, () => complain.mock.calls.length >= 2);
  });

  it('count wrong passwords together', async () => {
    const [first, second] = nodes as [TestApp, TestApp];
    const enter = async (node: TestApp) => {
      const body = { email: 'otto@resq.example', password: 'fel-lösenord' };
      return (await call(node, 'POST /auth/sign-in', { body })).status;
    };
    for (let n = 0; n < 5; n += 1) expect(await enter(first)).toBe(401);
    const there = [];
    for (let n = 0; n < 4; n += 1) there.push(await enter(second));
    expect(there).toContain(429);
  });
});

describe('the user resq', () => {
  const refused = [
    ['FLUSHALL'],
    ['CONFIG', 'GET', '*'],
    ['KEYS', '*'],
    ['MONITOR'],
    ['CLIENT', 'LIST'],
    ['ACL', 'LIST'],
    ['SHUTDOWN'],
    ['GET', 'other'],
    ['SET', 'other', '1'],
    ['EVAL', "return redis.call('get', KEYS[1])", '1', 'other'],
    ['EVAL', "return redis.call('flushall')", '0'],
    ['PUBLISH', 'other', 'x'],
    ['SUBSCRIBE', 'other'],
    ['PSUBSCRIBE', '*'],
  ].map(([command = '', ...args]) => ({ name: [command, ...args].join(' '), command, args }));

  it.each(refused)('may not: $name', async ({ command, args }) => {
    const client = connect(`resq:${PASSWORD}`);
    await expect(client.call(command, ...args)).rejects.toThrow(/NOPERM|permission|can't run/i);
  });
});

it('nobody else is let in', async () => {
  for (const user of ['', 'resq:fel', 'default:', `default:${PASSWORD}`]) {
    await expect(connect(user).ping()).rejects.toThrow();
  }
});
