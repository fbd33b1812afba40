// @ts-check
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { on, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../local/postgres.mjs';
import { freePort } from '../local/ports.mjs';
import { repository } from '../local/repository.mjs';
import { apiOf } from './api.mjs';

/**
 * ResQ beside its peers in one run: a preframed `ws` server is the limit in Node, and a bare Socket.IO
 * server is what ResQ is built on. Rounds are interleaved, and a figure is the ratio within a round,
 * because the machine is shared.
 */
const ROUNDS = 5;
const WAVES = 5;
const HERE = join(repository, 'infra/bench/peers');

/** @typedef {{ child: import('node:child_process').ChildProcess, port: number }} Peer */

/** @param {number[]} rooms the numbers of sockets to measure @returns {Promise<import('./run.mjs').Figures[]>} */
export async function measureSockets(rooms = [100, 1_000]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'resq-bench-'));
  const postgres = await startPostgres({ dataDir, log: () => undefined });
  const resq = await startResq(postgres, dataDir);
  const peers = { ws: await start('ws-server.mjs'), bare: await start('socketio-server.mjs') };
  const clients = fork(join(HERE, 'clients.mjs'));
  try {
    const api = await apiOf(`http://127.0.0.1:${resq.port}`, `http://localhost:${resq.port}`);
    /** @type {Map<string, number[]>} */
    const figures = new Map();
    const add = (/** @type {string} */ name, /** @type {number} */ value) =>
      figures.set(name, [...(figures.get(name) ?? []), value]);
    for (const count of rooms) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const ws = await measure(clients, peers.ws, count, { bare: true });
        const bare = await measure(clients, peers.bare, count, {});
        const own = await measure(clients, resq, count, { api });
        add(`first → last of ${count} sockets, ÷ preframed ws`, own.spreadMs / ws.spreadMs);
        add(`the same of bare Socket.IO, ÷ preframed ws`, bare.spreadMs / ws.spreadMs);
        add(`CPU for each of ${count} deliveries, ÷ preframed ws`, own.cpuMs / ws.cpuMs);
        add(`CPU for a receipt (${count})`, own.receiptMs);
        add(`memory of a connection (${count}), ÷ bare Socket.IO`, own.bytes / bare.bytes);
        add(`CPU of a connection (${count}), ÷ bare Socket.IO`, own.connectMs / bare.connectMs);
        add(`all of ${count} connected and synced`, own.openedMs);
      }
    }
    return [...figures].map(([name, values]) => ({
      measure: name,
      values,
      unit: name.includes('÷') ? '×' : 'ms',
    }));
  } finally {
    clients.kill();
    for (const { child } of [resq, peers.ws, peers.bare]) child.kill('SIGTERM');
    await once(resq.child, 'exit');
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * @param {import('node:child_process').ChildProcess} clients
 * @param {Peer} server
 * @param {number} count
 * @param {{ bare?: boolean, api?: Awaited<ReturnType<typeof apiOf>> }} options
 */
async function measure(clients, server, count, { bare = false, api }) {
  const idle = await measured(server);
  const origin = `http://localhost:${server.port}`;
  const url = `ws://127.0.0.1:${server.port}`;
  clients.send({ open: { url, origin, count, token: api?.listener, bare } });
  const { openedMs } = await answer(clients);
  const open = await measured(server);
  const pressCpuMs = api ? await pressCost(server, api) : 0;
  let spreadMs = Infinity;
  const wave = async (/** @type {boolean} */ receipts) => {
    clients.send({ expect: { receipts } });
    await answer(clients);
    const received = answer(clients);
    if (api) await api.raise();
    else server.child.send({ ...message(bare) });
    const { received: at } = await received;
    if (receipts) await answer(clients);
    if (api) await api.end();
    return at.spreadMs;
  };
  await wave(false);
  const before = await measured(server);
  /** @type {number[]} */
  const spreads = [];
  for (let n = 0; n < WAVES; n += 1) spreads.push(await wave(false));
  spreads.sort((a, b) => a - b);
  spreadMs = spreads[Math.floor(WAVES / 2)] ?? NaN;
  const after = await measured(server);
  const cpuMs = (after.cpuMs - before.cpuMs) / WAVES - pressCpuMs;
  let receiptMs = NaN;
  if (!bare) {
    for (let n = 0; n < WAVES; n += 1) await wave(true);
    const last = await measured(server);
    receiptMs = ((last.cpuMs - after.cpuMs) / WAVES - pressCpuMs - cpuMs) / count;
  }
  clients.send({ close: true });
  await answer(clients);
  return {
    openedMs,
    spreadMs,
    cpuMs,
    receiptMs,
    bytes: (open.bytes - idle.bytes) / count,
    connectMs: (open.cpuMs - idle.cpuMs) / count,
  };
}

/** @returns the CPU of a press and its end in a building in which nobody listens */
async function pressCost(/** @type {Peer} */ server, /** @type {any} */ api) {
  const before = await measured(server);
  for (let n = 0; n < WAVES; n += 1) {
    await api.raise('otto');
    await api.end('otto');
  }
  return ((await measured(server)).cpuMs - before.cpuMs) / WAVES;
}

/** An event of the size of ResQ's. @param {boolean} bare */
function message(bare) {
  const home = { entrance: 'A', apartment: '1301' };
  const event = {
    buildingId: randomUUID(),
    epoch: randomUUID(),
    seq: 1,
    kind: 'raised',
    alarm: {
      id: randomUUID(),
      buildingId: randomUUID(),
      type: 'fire',
      exercise: false,
      status: 'active',
      sender: { membershipId: randomUUID(), name: 'Karl Ek', home },
      witnesses: [],
      witnessCount: 0,
      needHelp: [],
      raisedAt: new Date().toISOString(),
      expiresAt: new Date().toISOString(),
    },
    at: new Date().toISOString(),
    serverNow: new Date().toISOString(),
  };
  return bare ? { text: `42${JSON.stringify(['alarm:event', event])}` } : { event };
}

/** @param {string} script @returns {Promise<Peer>} */
async function start(script) {
  const port = await freePort();
  const child = fork(join(HERE, script), [String(port)], { execArgv: flags() });
  await answer(child);
  return { child, port };
}

const flags = () => ['--expose-gc', '--import', join(HERE, 'probe.mjs')];

/** @param {import('../local/postgres.mjs').Postgres} postgres @param {string} dataDir @returns {Promise<Peer>} */
export async function startResq({ url, ownerUrl }, dataDir) {
  const port = await freePort();
  const child = fork(join(repository, 'backend/dist/main.js'), {
    execArgv: [...flags(), '--max-semi-space-size=64'],
    silent: true,
    env: {
      ...process.env,
      PORT: String(port),
      METRICS_PORT: String(await freePort()),
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      DATA_DIR: join(dataDir, 'node'),
      DEMO: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
  });
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) await new Promise((resolve) => setTimeout(resolve, 100));
  return { child, port };
}

/** @param {Peer} server @returns {Promise<{ cpuMs: number, bytes: number }>} */
async function measured({ child }) {
  child.send('measure');
  return (await answer(child)).measured;
}

/** @type {WeakMap<import('node:child_process').ChildProcess, AsyncIterator<any>>} */
const inboxes = new WeakMap();

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<any>} its next message */
async function answer(child) {
  const inbox = inboxes.get(child) ?? on(child, 'message')[Symbol.asyncIterator]();
  inboxes.set(child, inbox);
  return (await inbox.next()).value[0];
}
