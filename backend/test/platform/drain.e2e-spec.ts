import { randomUUID } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RaiseResult } from '../../src/contract/alarm.js';
import { BuildingStream } from '../../src/modules/alarms/stream/building-stream.js';
import { Drain } from '../../src/platform/drain.js';
import { callOnce, openTab, signIn, Tab, type Person } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { ARRIVES_MS, until } from '../support/wait-until.js';

describe('a node that shuts down', () => {
  let app: TestApp;
  let karl: Person;
  let closing: Promise<void> | undefined;

  beforeEach(async () => {
    app = await startApp();
    karl = await signIn(app, 'karl');
    closing = undefined;
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await (closing ?? app.close());
  });

  const raise = (alarmId = randomUUID(), { token, buildingId } = karl) =>
    callOnce<RaiseResult>(app, `POST /buildings/${buildingId}/alarms`, {
      token,
      body: { alarmId, type: 'fire' },
    });

  /** Holds presses until `goOn` is called. `begun` resolves when the first one arrives. */
  function heldPress(): { begun: Promise<void>; goOn: () => void; count: () => number } {
    const stream = app.app.get(BuildingStream);
    const change = stream.change.bind(stream);
    let goOn = (): void => undefined;
    const released = new Promise<void>((resolve) => (goOn = resolve));
    let count = 0;
    const begun = new Promise<void>((resolve) => {
      jest.spyOn(stream, 'change').mockImplementation(async (request, rule) => {
        count += 1;
        resolve();
        await released;
        return change(request, rule);
      });
    });
    return { begun, goOn, count: () => count };
  }

  it('gives each tab its own time to reconnect', async () => {
    const tabs = await Promise.all(Array.from({ length: 5 }, () => openTab(app, karl)));
    closing = app.close();
    const byes = await Promise.all(tabs.map((tab) => tab.until('server:bye')));
    expect(new Set(byes.map(({ retryInMs }) => retryInMs)).size).toBe(5);
    for (const tab of tabs) await tab.untilAny('disconnect');
  });

  it('finishes a running press, reports not ready, and accepts no new socket', async () => {
    const press = heldPress();
    const pressed = raise();
    await press.begun;
    const tab = await openTab(app, karl);
    closing = app.close();
    await tab.until('server:bye');
    expect((await callOnce(app, 'GET /health/ready')).status).toBe(503);
    expect((await callOnce(app, 'GET /health/live')).status).toBe(200);
    const late = new Tab(app, { token: karl.token });
    await late.untilAny('connect_error');
    press.goOn();
    expect((await pressed).status).toBe(201);
    // The tab is still connected, so it receives the alarm.
    expect(await tab.until('alarm:event')).toMatchObject({ seq: 1 });
    await closing;
  });

  it('saves presses as long as it can finish them, and then sends new ones to another node', async () => {
    const saved = randomUUID();
    const first = await raise(saved);
    // Three changes of one user at once would be one too many.
    const lisa = await signIn(app, 'lisa');
    const press = heldPress();
    const pressed = raise();
    await press.begun;
    const tab = await openTab(app, karl);
    closing = app.close();
    await tab.until('server:bye');
    const drain = app.app.get(Drain);
    expect(drain.endsBefore(performance.now() + 3_000)).toBe(false);
    expect(drain.endsBefore(performance.now() + 6_000)).toBe(true);
    const ends = jest.spyOn(drain, 'endsBefore').mockReturnValue(true);
    expect(await raise()).toMatchObject({
      status: 503,
      body: { error: { code: 'system.restarting' } },
    });
    const repeat = raise(saved);
    await until('the repeat is admitted', ARRIVES_MS, () => press.count() === 2);
    // However long the test has taken by now.
    ends.mockReturnValue(false);
    const taken = raise(randomUUID(), lisa);
    await until('the press is admitted', ARRIVES_MS, () => press.count() === 3);
    press.goOn();
    expect((await pressed).status).toBe(201);
    expect((await taken).status).toBe(201);
    const { status, body } = await repeat;
    expect([status, body.seq, body.epoch]).toEqual([200, first.body.seq, first.body.epoch]);
    await closing;
  });

  it('finishes a running socket event', async () => {
    const press = heldPress();
    const tab = await openTab(app, karl);
    const pressed: Promise<unknown> = tab.socket.emitWithAck('alarm:raise', {
      buildingId: karl.buildingId,
      alarmId: randomUUID(),
      type: 'fire',
    });
    await press.begun;
    closing = app.close();
    await tab.until('server:bye');
    press.goOn();
    expect(await pressed).toMatchObject({ ok: true, seq: 1 });
  });
});

const MAIN = fileURLToPath(new URL('../../dist/main.js', `file://${__dirname}/`));

describe('the process', () => {
  let app: TestApp;
  let node: ChildProcess;
  let dataDir: string;
  const url = (): string => `http://127.0.0.1:${port}`;
  let port: number;

  beforeEach(async () => {
    if (!existsSync(MAIN)) throw new Error('no build: run npm run build --workspace=backend');
    app = await startApp({ env: { ROLE: 'api' } });
    dataDir = mkdtempSync(join(tmpdir(), 'resq-drain-'));
    node = spawn(process.execPath, [MAIN], {
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        DATABASE_URL: app.databaseUrl,
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    port = await new Promise((found, failed) => {
      node.once('exit', (code) => failed(new Error(`the node ended with ${code}`)));
      let text = '';
      node.stdout?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const lines = text.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
        const facts = lines.map(
          (line) => JSON.parse(line) as { msg: string; address?: { port: number } },
        );
        const listening = facts.find(({ msg }) => msg === 'listening');
        if (listening?.address && facts.some(({ msg }) => msg === 'ready')) {
          found(listening.address.port);
        }
      });
    });
  });

  afterEach(async () => {
    node.kill('SIGKILL');
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const ended = (): Promise<number | null> =>
    new Promise((resolve) => node.once('exit', (code) => resolve(code)));

  it('exits with 0 at SIGTERM', async () => {
    // The proof of writing has less than a second, which a busy machine may need for its first one.
    await until(
      'the node is ready',
      ARRIVES_MS,
      async () => (await fetch(`${url()}/api/health/ready`)).status === 200,
    );
    const code = ended();
    node.kill('SIGTERM');
    expect(await code).toBe(0);
  });

  it('exits with 1 at a second signal', async () => {
    const code = ended();
    const held = await fetch(`${url()}/api/health/live`);
    expect(held.status).toBe(200);
    process.kill(node.pid ?? 0, 'SIGSTOP');
    node.kill('SIGTERM');
    node.kill('SIGINT');
    process.kill(node.pid ?? 0, 'SIGCONT');
    expect(await code).toBe(1);
  });
});
