// @ts-check
import { readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { birthOf } from './processes.mjs';
import { repository } from './repository.mjs';
import { step } from './say.mjs';

const LOCK = join(repository, '.lock');
const POLL_MS = 100;

/**
 * Runs work that replaces files which all commands in this folder use, one command after the other.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  if (!take()) {
    await step('Waiting for another command in this folder', async () => {
      while (!take()) await sleep(POLL_MS);
    });
  }
  const leave = () => rmSync(LOCK, { force: true });
  process.once('exit', leave);
  try {
    return await work();
  } finally {
    process.off('exit', leave);
    leave();
  }
}

function take() {
  try {
    const [pid = '', born] = readlinkSync(LOCK).split('/');
    if (birthOf(Number(pid)) === born) return false;
    rmSync(LOCK, { force: true });
  } catch {
    // Nobody has taken it.
  }
  try {
    // Unlike a file, a link never exists without its content.
    symlinkSync(`${process.pid}/${birthOf(process.pid)}`, LOCK);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}
