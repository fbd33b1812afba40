// @ts-check
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../local/postgres.mjs';
import { freePort } from '../../local/ports.mjs';
import { repository } from '../../local/repository.mjs';
import { buildingsIn, tokenSigners } from './buildings.mjs';
import { openFloor } from './durable.mjs';
import { PROBED, startNode, stopChild } from './node.mjs';
import { startPlainApp } from './plain-app.mjs';
import { ask } from './talk.mjs';

/** @typedef {import('./node.mjs').Server} Server */
/** @typedef {Awaited<ReturnType<typeof openArena>>} Arena */

const PEERS = join(repository, 'infra/bench/peers');

/**
 * The database, ResQ, the servers that it is compared with, and their clients: all that the rows
 * share. Each server is a process of its own.
 */
export async function openArena() {
  const dataDir = mkdtempSync(join(tmpdir(), 'resq-bench-'));
  const postgres = await startPostgres({ dataDir, log: () => undefined });
  const nodeDir = join(dataDir, 'node');
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = [];
  const start = async (/** @type {NodeJS.ProcessEnv} */ env = {}) => {
    const node = await startNode(postgres, { DATA_DIR: nodeDir, ...env });
    children.push(node.child);
    return node;
  };
  const helper = (/** @type {string} */ script) => {
    const child = fork(join(PEERS, script), { serialization: 'advanced' });
    children.push(child);
    return child;
  };
  const resq = await start();
  const peers = { ws: await peer('ws-server.mjs'), socketio: await peer('socketio-server.mjs') };
  for (const { child } of Object.values(peers)) children.push(child);
  const owner = new pg.Client({ connectionString: postgres.ownerUrl });
  await owner.connect();
  const floor = await openFloor(owner, postgres.url);
  return {
    /** The main node, alone: it knows of no other. */
    resq,
    ...peers,
    clients: helper('clients.mjs'),
    pressers: helper('pressers.mjs'),
    wholeAlarms: helper('whole-alarms.mjs'),
    durable: floor.save,
    buildings: buildingsIn(owner),
    ...(await tokenSigners(nodeDir)),
    startNode: start,
    startPlainApp: () => startPlainApp(postgres.ownerUrl),
    close: async () => {
      await owner.end();
      await floor.end();
      await Promise.all(children.map(stopChild));
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** @param {string} script @returns {Promise<Server>} */
async function peer(script) {
  const port = await freePort();
  const child = fork(join(PEERS, script), [String(port)], {
    execArgv: PROBED,
    serialization: 'advanced',
  });
  await once(child, 'message');
  return { child, port };
}

/** @param {Server} server @returns {Promise<number>} its CPU time in ms */
export const cpuOf = ({ child }) => ask(child, 'cpu');

/** @param {Server} server @returns {Promise<number>} its bytes after a garbage collection */
export const memoryOf = ({ child }) => ask(child, 'memory');
