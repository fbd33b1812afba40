// @ts-check
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../ports.mjs';
import { say } from '../say.mjs';
import { NodeProcess } from './node-process.mjs';

/** @typedef {{ name: string, node: NodeProcess }} Member */

const NAMES = ['node 1', 'node 2', 'node 3', 'worker'];
/** Docker restarts a container that ended after a pause, too. */
const RESTART_MS = 1_000;

/**
 * Starts three nodes for users and one worker, and starts each again that ends.
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
    const child = node.launch({ flags: ['--max-semi-space-size=64'], detached: true });
    child.stdout?.pipe(
      createWriteStream(join(logs, `${name.replace(' ', '-')}.log`), { flags: 'a' }),
    );
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
  for (const name of NAMES) {
    const isWorker = name === 'worker';
    const node = await NodeProcess.create({
      ...env,
      ROLE: isWorker ? 'worker' : 'api',
      // The worker's port for metrics is the one that serves its health.
      ...(!isWorker && { METRICS_PORT: String(await freePort()) }),
    });
    members.push({ name, node });
  }
  const [first, ...others] = members;
  // The first node creates the secrets and the schema that the others use.
  if (first) await start(first);
  await Promise.all(others.map(start));
  return { members, stop };
}
