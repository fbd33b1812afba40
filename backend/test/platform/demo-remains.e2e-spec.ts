import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../infra/local/ports.mjs';
import { boot } from '../../src/boot.js';
import type { Me } from '../../src/contract/http.js';
import { DemoService } from '../../src/modules/demo/demo.service.js';
import { ConfigError } from '../../src/platform/config.js';
import { makeVapidKeys } from '../../src/platform/secret-keys.js';
import { call, callOnce, newPerson, signIn, untilLetIn } from '../support/client.js';
import { freshApp } from '../support/fresh-app.js';
import type { TestApp } from '../support/start-app.js';

/** A database that a demo has used, and a start in production on it. */

let app: TestApp;
let dataDir: string;

beforeEach(async () => {
  app = await freshApp();
  dataDir = mkdtempSync(join(tmpdir(), 'resq-production-'));
});

afterEach(() => {
  process.removeAllListeners('unhandledRejection');
  rmSync(dataDir, { recursive: true, force: true });
});

const key = (): string => randomBytes(32).toString('base64');

async function production(): Promise<Record<string, string>> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const vapid = makeVapidKeys();
  return {
    NODE_ENV: 'production',
    OPERATOR_NAME: 'BRF Linden',
    OPERATOR_ADDRESS: 'Lindvägen 1, 903 25 Umeå',
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    PUBLIC_URL: 'https://resq.test',
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    JWT_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    REFRESH_KEY: key(),
    AUDIT_KEY: key(),
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
  };
}

/** Starts a node and stops it again. @returns the faults that stopped its start */
async function startFaults(): Promise<string[]> {
  const node = await boot(await production());
  try {
    await node.ready;
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  } finally {
    await node.close();
  }
}

const remove = () => app.app.get(DemoService).remove();

it('production refuses to start and names the command, until it has run', async () => {
  const [fault] = await startFaults();
  expect(fault).toMatch(/5 demo accounts, the demo code, 2 demo buildings.*npm run demo:remove$/);
  await remove();
  expect(await startFaults()).toEqual([]);
});

it.each([
  ['account', `delete from access_codes; delete from buildings`],
  ['code', `delete from users; delete from buildings`],
  ['open building', `delete from users; delete from access_codes`],
])('a single %s that is left stops the start', async (_what, deletion) => {
  for (const statement of deletion.split('; ')) await app.database.query(statement);
  expect(await startFaults()).toHaveLength(1);
});

it('offers the demo building only while it exists', async () => {
  const { token } = await newPerson(app);
  const me = async () => (await call<Me>(app, 'GET /auth/me', { token })).body.demo;
  expect(await me()).toBe(true);
  await remove();
  expect(await me()).toBe(false);
  const body = { name: 'Prova', apartment: '1501' };
  const refused = await call(app, 'POST /demo/join', { token, body });
  expect([refused.status, refused.body.error.code]).toEqual([404, 'demo.switched_off']);
});

it('nobody can stop the next start in production by a sign-up with an address of the demo', async () => {
  await remove();
  const env = await production();
  const node = await boot(env);
  await node.ready;
  const account = { email: ' Anna@resq.example', password: 'hemligt-nog' };
  const { status } = await untilLetIn(() =>
    callOnce({ url: `http://localhost:${env.PORT}` }, 'POST /auth/sign-up', {
      headers: { 'x-forwarded-proto': 'https' },
      body: account,
    }),
  );
  await node.close();
  expect(status).toBe(409);
  expect(await startFaults()).toEqual([]);
});

it('the command leaves real buildings, accounts and codes as they are', async () => {
  const anna = await signIn(app, 'anna');
  const admin = await signIn(app, 'admin');
  await call(app, 'POST /admin/codes', { token: admin.token, body: { code: 'REAL-0001' } });
  const sessionId = randomUUID();
  await call(app, 'POST /gate/validate-code', { body: { code: 'REAL-0001', sessionId } });
  await call(app, 'POST /gate/validate-code', {
    body: { code: 'DEMO-2026', sessionId: randomUUID() },
  });
  const real = await newPerson(app, { name: 'Sara Sund', apartment: '1401' });
  const { status } = await call(app, 'POST /buildings', {
    token: real.token,
    body: {
      ...{ name: 'Storgatan 14', address: 'Storgatan 14, Lund', sessionId },
      ...{ personName: 'Sara Sund', apartment: '1001' },
    },
  });
  expect(status).toBe(201);
  const body = { alarmId: randomUUID(), type: 'fire', note: 'Rök' };
  await call(app, `POST /buildings/${anna.buildingId}/alarms`, { token: anna.token, body });

  expect(await remove()).toMatchObject({
    accounts: { length: 5 },
    codeIds: { length: 1 },
    buildingIds: { length: 2 },
  });

  const [left] = await app.database.query<Record<string, number>[]>(
    `select (select count(*)::int from users) as users,
            (select count(*)::int from buildings) as buildings,
            (select count(*)::int from memberships) as memberships,
            (select count(*)::int from access_codes) as codes,
            (select count(*)::int from code_sessions) as "codeSessions",
            (select count(*)::int from auth_sessions) as sessions,
            (select count(*)::int from alarms) + (select count(*)::int from presses) as alarms`,
  );
  expect(left).toEqual({
    ...{ users: 1, buildings: 1, memberships: 1, codes: 1, codeSessions: 1, sessions: 1 },
    alarms: 0,
  });
  expect(await remove()).toEqual({ accounts: [], codeIds: [], buildingIds: [] });
});

it('the command runs from the built backend with the settings of production', async () => {
  const env = { PATH: process.env['PATH'], ...(await production()) };
  const run = async (): Promise<string> => {
    try {
      const tool = join(__dirname, '../../dist/tools.js');
      return (await promisify(execFile)(process.execPath, [tool, 'demo-remove'], { env })).stdout;
    } catch (error) {
      // On a busy machine a connection takes longer than the command waits: its operator repeats it.
      if (!/timeout expired/.test(String(error))) throw error;
      return run();
    }
  };
  expect(await run()).toBe('Removed 5 accounts, 1 codes and 2 buildings of the demo.\n');
});

describe('a demo', () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

  const reachable = async (env: Record<string, string>): Promise<(string | number)[]> => {
    const port = await freePort();
    const metricsPort = await freePort();
    const node = await boot({
      ...{ PORT: String(port), METRICS_PORT: String(metricsPort), DATA_DIR: dataDir },
      ...{ DATABASE_URL: app.databaseUrl, LOG_LEVEL: 'silent', ...env },
    });
    await node.ready;
    const paths = [`${port}/api/health/live`, `${metricsPort}/metrics`];
    const hosts = ['127.0.0.1', outside ?? '127.0.0.2'];
    const answers = await Promise.all(
      hosts.flatMap((host) =>
        paths.map((path) =>
          fetch(`http://${host}:${path}`).then(
            ({ status }) => status,
            () => 'refused',
          ),
        ),
      ),
    );
    await node.close();
    return answers;
  };

  it('is reached from its own machine only', async () => {
    expect(await reachable({ DEMO: 'on' })).toEqual([200, 200, 'refused', 'refused']);
  });

  it('is reached from elsewhere when LISTEN_HOST says so, as is a node without a demo', async () => {
    const pagesOnly = [200, 200, 200, 'refused'];
    expect(await reachable({ DEMO: 'on', LISTEN_HOST: '0.0.0.0' })).toEqual(pagesOnly);
    expect(await reachable({ DEMO: 'off' })).toEqual(pagesOnly);
  });

  it('shows its metrics elsewhere only when METRICS_HOST says so', async () => {
    const all = [200, 200, 200, 200];
    expect(await reachable({ DEMO: 'off', METRICS_HOST: '0.0.0.0' })).toEqual(all);
  });
});
