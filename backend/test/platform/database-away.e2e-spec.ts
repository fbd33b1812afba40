import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../infra/local/ports.mjs';
import { boot, type RunningApp } from '../../src/boot.js';
import type { RaiseResult } from '../../src/contract/alarm.js';
import type { Health } from '../../src/contract/http.js';
import { callOnce, openTab, signIn, Tab, untilSaved } from '../support/client.js';
import { createDatabase, ownerUrlOf } from '../support/create-database.js';
import { createSeededDatabase } from '../support/seeded-database.js';
import { ORIGIN } from '../support/start-app.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { ARRIVES_MS, promised, until } from '../support/wait-until.js';

/** One node that is started as in production, with a proxy in front of its database. */

let proxy: TcpProxy;
let dataDir: string;
let node: RunningApp & { url: string };
let tab: Tab | undefined;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'resq-away-'));
  proxy = await TcpProxy.before(await createSeededDatabase());
});

afterEach(async () => {
  tab?.close();
  tab = undefined;
  await proxy.open();
  await node.close();
  await proxy.close();
  process.removeAllListeners('unhandledRejection');
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const port = await freePort();
  const app = await boot({
    PORT: String(port),
    PUBLIC_URL: ORIGIN,
    DATABASE_URL: proxy.url,
    DATABASE_OWNER_URL: ownerUrlOf(proxy.url),
    DATA_DIR: dataDir,
    DEMO: 'on',
    LOG_LEVEL: 'silent',
  });
  node = { ...app, url: `http://127.0.0.1:${port}` };
}

const health = (part: 'live' | 'ready') => callOnce<Health>(node, `GET /health/${part}`);

describe('a node that starts before its database', () => {
  it('listens at once, and becomes ready by itself when the database starts', async () => {
    // An empty one, which the node migrates and seeds before it is ready.
    proxy = await TcpProxy.before(await createDatabase());
    await start();
    expect((await health('live')).status).toBe(200);
    expect(await health('ready')).toMatchObject({
      status: 503,
      body: { status: 'unavailable', parts: { database: 'down' } },
    });
    await proxy.open();
    await node.ready;
    expect(await health('ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const karl = await signIn(node, 'karl');
    expect((await press(karl)).status).toBe(201);
  });

  it('refuses presses, calls and sockets as unavailable while the database is away', async () => {
    await proxy.open();
    await start();
    await node.ready;
    const karl = await signIn(node, 'karl');
    await node.close();
    await proxy.close();
    await start();
    expect(await press(karl)).toMatchObject({
      status: 503,
      body: { error: { code: 'alarm.not_kept' } },
    });
    expect(await callOnce(node, 'GET /auth/me', { token: karl.token })).toMatchObject({
      status: 503,
      body: { error: { code: 'system.unavailable' } },
    });
    tab = new Tab(node, { token: karl.token });
    expect(await tab.untilAny('connect_error')).toMatchObject({ code: 'system.unavailable' });
  });

  it('can be stopped while it waits for the database', async () => {
    await start();
    await node.close();
    await expect(node.ready).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it('a node listens with a backlog that is large enough for a reconnect storm', async () => {
  const listen = jest.spyOn(Server.prototype, 'listen');
  await start();
  expect(listen).toHaveBeenCalledWith(
    expect.objectContaining({ backlog: 4_096 }),
    expect.anything(),
  );
  listen.mockRestore();
});

describe('a node that loses its database', () => {
  it.each([
    ['dies', () => proxy.close()],
    ['freezes', () => Promise.resolve(proxy.become('black-hole'))],
  ])(
    'answers presses with 503 within 3 s when the database %s, and recovers by itself',
    async (_how, lose) => {
      await proxy.open();
      await start();
      await node.ready;
      const karl = await signIn(node, 'karl');
      tab = await openTab(node, karl);
      await lose();
      for (let n = 0; n < 2; n += 1) {
        const since = performance.now();
        expect(await press(karl)).toMatchObject({
          status: 503,
          body: { error: { code: 'alarm.not_kept' } },
        });
        expect(performance.now() - since).toBeLessThan(promised(3_000));
      }
      expect((await health('ready')).status).toBe(503);

      const backAt = performance.now();
      await proxy.open();
      await untilSaved(() => press(karl));
      expect(await tab.until('alarm:event')).toMatchObject({ seq: 1 });
      await until('the node listens again', ARRIVES_MS, async () => {
        return (await health('ready')).body.parts['notify'] === 'up';
      });
      expect(performance.now() - backAt).toBeLessThan(promised(15_000));
    },
  );
});

describe('a press whose database goes away right after the commit', () => {
  /** Cuts the connections to the database right after the next commit of a press. */
  const cutAfterCommit = () => {
    const committed = channel('resq:press:after-commit');
    const cut = () => {
      committed.unsubscribe(cut);
      proxy.become('black-hole');
    };
    committed.subscribe(cut);
  };

  beforeEach(async () => {
    await proxy.open();
    await start();
    await node.ready;
  });

  it('is answered as saved over HTTP', async () => {
    const karl = await signIn(node, 'karl');
    cutAfterCommit();
    const { status, body } = await press(karl);
    expect(status).toBe(201);
    expect(body.alarm.sender.name).toBe('Karl Ek');
  });

  it('is answered as saved over the socket', async () => {
    const karl = await signIn(node, 'karl');
    tab = await openTab(node, karl);
    cutAfterCommit();
    const { buildingId } = karl;
    const request = { buildingId, alarmId: randomUUID(), type: 'fire' as const };
    const ack = await tab.socket.emitWithAck('alarm:raise', request);
    expect(ack).toMatchObject({ ok: true, merged: false, alarm: { sender: { name: 'Karl Ek' } } });
  });

  it('is answered with all names when it joins an alarm as a witness', async () => {
    const [karl, lisa] = [await signIn(node, 'karl'), await signIn(node, 'lisa')];
    await press(karl);
    cutAfterCommit();
    const { status, body } = await press(lisa);
    expect([status, body.merged, body.alarm.sender.name]).toEqual([201, true, 'Karl Ek']);
    expect(body.alarm.witnesses.map(({ name }) => name)).toEqual(['Lisa Ny']);
  });
});

function press({ token, buildingId }: { token: string; buildingId: string }) {
  return callOnce<RaiseResult>(node, `POST /buildings/${buildingId}/alarms`, {
    token,
    body: { alarmId: randomUUID(), type: 'fire' },
  });
}
