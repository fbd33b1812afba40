// @ts-check
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { programsIn, until } from '../processes.mjs';
import { Stop } from '../say.mjs';

/**
 * @typedef {import('../cluster/cluster.mjs').Cluster} Cluster
 * @typedef {Cluster & { disk: import('./small-disk.mjs').SmallDisk }} Installation
 * @typedef {object} Outage
 * @property {string[]} pages alerts of which exactly one must page; without any, none may
 * @property {boolean} [needsSmallDisk] true where only root can break it
 * @property {(installation: Installation) => Promise<() => Promise<unknown> | unknown>} begin returns the end of the fault
 */

const RESTART_MS = 60_000;

/** @type {Record<string, Outage>} */
export const OUTAGES = {
  'rolling-restart': { pages: [], begin: restartAll },
  'node-killed': { pages: ['ResQTargetDown'], begin: killNode },
  'redis-gone': { pages: ['ResQSignalsLost'], begin: killRedis },
  'database-frozen': { pages: ['ResQNoNodeReady'], begin: freezeDatabase },
  // A press may need a new page of its table before the proof of writing does.
  'disk-full': {
    pages: ['ResQNoNodeReady', 'ResQPressesUnsaved'],
    needsSmallDisk: true,
    begin: fillDisk,
  },
};

/** Restarts each process as an upgrade does. @param {Cluster} cluster */
async function restartAll({ members }) {
  for (const { node } of members) {
    const former = node.child?.pid;
    await node.kill('SIGTERM');
    if (!(await until(() => node.child?.pid !== former, RESTART_MS))) {
      throw new Stop('The cluster does not start a node again.');
    }
    await node.untilReady();
  }
  return () => undefined;
}

/** The cluster starts a killed node again, so another program takes its ports. @param {Cluster} cluster */
async function killNode({ members: [first] }) {
  if (!first) throw new Stop('There is no node to kill.');
  const { node } = first;
  await node.kill('SIGKILL');
  const others = [node.port, node.metricsPort].map((port) =>
    createServer((socket) => socket.destroy()).listen(port, '127.0.0.1'),
  );
  await Promise.all(others.map((other) => once(other, 'listening')));
  return async () => {
    await Promise.all(others.map((other) => new Promise((closed) => other.close(closed))));
  };
}

/** @param {Cluster} cluster */
async function killRedis({ redis }) {
  await redis.kill();
  return () => redis.start({ detached: true });
}

/** A frozen database keeps its connections and answers nothing. */
function freezeDatabase() {
  const folder = realpathSync(join(process.env.DATA_DIR ?? '', 'postgres'));
  const frozen = programsIn('postgres', (cwd) => cwd === folder);
  if (frozen.length === 0) throw new Stop('PostgreSQL does not run here.');
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  return Promise.resolve(() => frozen.forEach((pid) => process.kill(pid, 'SIGCONT')));
}

/** PostgreSQL, the nodes and their logs share the disk. @param {Installation} installation */
function fillDisk({ disk }) {
  return Promise.resolve(disk.fill());
}
