// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, run } from './children.mjs';
import { withLock } from './lock.mjs';
import { repository } from './repository.mjs';
import { Stop, step } from './say.mjs';

/** The sources of each build. A folder stands for everything in it. */
const SOURCES = {
  backend: [
    'backend/src',
    'backend/.swcrc',
    'backend/openapi',
    'backend/package.json',
    'package-lock.json',
  ],
  frontend: [
    'frontend/src',
    'frontend/public',
    'frontend/index.html',
    'frontend/compress.mjs',
    'frontend/package.json',
    'frontend/tsconfig.json',
    'frontend/vite.config.ts',
    'frontend/vite.service-worker.config.ts',
    'backend/src/contract',
    'package-lock.json',
  ],
};

/** @typedef {keyof typeof SOURCES} Workspace */

/** Builds the workspaces that changed since their last build, in parallel. */
export async function build() {
  if (staleOnes().length > 0) await withLock(buildStale);
}

async function buildStale() {
  const stale = staleOnes();
  if (stale.length === 0) return;
  await step(`Building ${stale.join(' and ')}`, () => Promise.all(stale.map(buildOne)));
}

/** @param {Workspace} workspace */
async function buildOne(workspace) {
  const hash = hashOf(SOURCES[workspace]);
  // Otherwise files whose source is gone would still be loaded or served.
  rmSync(join(repository, workspace, 'dist'), { recursive: true, force: true });
  const command = npm('run', 'build', `--workspace=${workspace}`);
  const { ok, output } = await run(command, { env: { NODE_ENV: 'production' } });
  if (!ok) throw new Stop(`${output}\nThe build of ${workspace} failed.`);
  writeFileSync(stampOf(workspace), hash);
}

function staleOnes() {
  return /** @type {Workspace[]} */ (Object.keys(SOURCES)).filter(isStale);
}

/** @param {Workspace} workspace */
function isStale(workspace) {
  const stamp = stampOf(workspace);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashOf(SOURCES[workspace]);
}

/** @param {Workspace} workspace */
function stampOf(workspace) {
  return join(repository, workspace, 'dist', '.built-from');
}

/** @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  for (const file of paths.flatMap(filesIn)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(repository, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  const stats = statSync(join(repository, path), { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [path];
  const names = readdirSync(join(repository, path)).sort();
  return names.flatMap((name) => filesIn(join(path, name)));
}
