// @ts-check
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Stop } from './say.mjs';

/**
 * Whom the database runs as. Empty: as ourselves.
 * @typedef {{ uid?: number, gid?: number }} Identity
 */

export const isRoot = process.getuid?.() === 0;

/**
 * PostgreSQL refuses to run as root. The owner of an existing cluster does not change.
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
    'PostgreSQL kan inte köras som root. Skapa användaren med: useradd --system postgres',
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
 * Whether that user reaches the folder, or the nearest one above it that exists.
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
