// @ts-check
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../ports.mjs';
import { say } from '../say.mjs';
import { NodeProcess } from './node-process.mjs';

/** @typedef {{ name: string, node: NodeProcess }} Member */

/** The same nodes as in docker-compose.yml, with the flags of the image; a test compares them. */
export const MEMBERS = /** @type {const} */ ([
  { name: 'node 1', role: 'api' },
  { name: 'node 2', role: 'api' },
  { name: 'worker', role: 'worker' },
]);
export const FLAGS = ['--max-semi-space-size=64'];
/** Docker restarts a container that ended after a pause, too. */
const RESTART_MS = 1_000;

/**
 * Starts the nodes for users and the worker, and starts each again that ends.
 * @param {Record<string, string>} env
 * @param {string} logs the folder for their logs
 * @returns {Promise<{ members: Member[], stop: () => Promise<void> }>}
 */
export async function startMembers(env, logs) {
  mkdirSync(logs, { recursive: true });
  /** @type {Member[]} */
  const members = [];
  let stopping = false;
  /** @param {Member} member */
  const start = async ({ name, node }) => {
    const child = node.launch({ flags: FLAGS, detached: true });
    const log = createWriteStream(join(logs, `${name.replace(' ', '-')}.log`), { flags: 'a' });
    // A full disk must not end the cluster.
    child.stdout?.pipe(log.on('error', () => undefined));
    child.once('exit', (code, signal) => {
      if (stopping) return;
      say(`${name} has ended (${signal ?? code}) and is started again.`);
      setTimeout(() => void restart({ name, node }), RESTART_MS);
    });
    await node.untilReady();
  };
  /** @param {Member} member */
  const restart = async (member) => {
    if (stopping) return;
    await start(member).then(
      () => say(`${member.name} is ready: process ${member.node.child?.pid}`),
      () => undefined,
    );
  };
  const stop = async () => {
    stopping = true;
    await Promise.all(members.map(({ node }) => node.kill('SIGTERM')));
  };
  // A failed start must not leave the others running.
  process.once('exit', () => members.forEach(({ node }) => node.child?.kill('SIGKILL')));
  for (const { name, role } of MEMBERS) {
    const node = await NodeProcess.create({
      ...env,
      ROLE: role,
      // The worker's port for metrics is the one that serves its health.
      ...(role === 'api' && { METRICS_PORT: String(await freePort()) }),
    });
    members.push({ name, node });
  }
  const [first, ...others] = members;
  // The first node creates the secrets that the others use.
  if (first) await start(first);
  await Promise.all(others.map(start));
  return { members, stop };
}
