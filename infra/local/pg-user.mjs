// @ts-check
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Stop } from './say.mjs';

/**
 * The user that the database runs as. It is empty for the current user.
 * @typedef {{ uid?: number, gid?: number }} Identity
 */

export const isRoot = process.getuid?.() === 0;

/**
 * Chooses another user for root, because PostgreSQL refuses to run as root. An existing cluster
 * keeps its owner.
 * @param {string} cluster
 * @returns {Identity}
 */
export function databaseUser(cluster) {
  if (!isRoot) return {};
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: numberOf('-u', name), gid: numberOf('-g', name) };
    } catch {
      continue;
    }
  }
  throw new Stop(
    'PostgreSQL cannot run as root. Create a user for it with: useradd --system postgres',
  );
}

/**
 * @param {string} flag
 * @param {string} name
 */
function numberOf(flag, name) {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
}

/**
 * Returns true if the user can enter the folder or, while it is missing, its nearest parent.
 * @param {string} dir
 * @param {Identity} user
 */
export function canEnter(dir, user) {
  if (user.uid === undefined) return true;
  let nearest = dir;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  const test = ['-c', 'test -x "$1"', 'sh', nearest];
  return spawnSync('/bin/sh', test, { ...user, cwd: '/' }).status === 0;
}

/**
 * @param {string} path a file, or a folder with all that is in it
 * @param {Identity} user
 */
export function give(path, { uid, gid }) {
  if (uid === undefined || gid === undefined) return;
  lchownSync(path, uid, gid);
  if (!statSync(path).isDirectory()) return;
  for (const entry of readdirSync(path, { recursive: true })) {
    lchownSync(join(path, String(entry)), uid, gid);
  }
}
