import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schema } from '../../../../src/schema.js';

const ROOT = join(__dirname, '../../../../..');
const PARTS = ['backend', 'frontend', 'package.json', 'tsconfig.json'];
const ARCHIVE_BYTES = 2 ** 28;

export interface PreviousBuild {
  backend: string;
  remove(): void;
}

/**
 * @returns the parent of the commit with the newest migration: its build still runs while the
 *   migration is rolled out. Undefined without history, as in a copy or a shallow clone.
 */
export function previousCommit(): string | undefined {
  const newest = schema.migrations.at(-1)?.name ?? '';
  const log = [
    'log',
    '--first-parent',
    '--format=%P',
    `-S${newest}`,
    '--',
    'backend/src/migrations',
  ];
  try {
    const added = git(...log)
      .toString()
      .trim()
      .split('\n')
      .at(-1);
    const [parent] = added?.split(' ') ?? [];
    if (parent) git('cat-file', '-e', parent);
    return parent || undefined;
  } catch {
    return undefined;
  }
}

/**
 * @returns the commit that gave the last release its version. A release itself follows the one before.
 *   Undefined without history.
 */
export function lastRelease(): string | undefined {
  const log = ['log', '-1', '--format=%H', '-G^  "version":', 'HEAD^', '--', 'package.json'];
  try {
    return (
      git(...log)
        .toString()
        .trim() || undefined
    );
  } catch {
    return undefined;
  }
}

/**
 * Builds the server of a commit in a temporary folder, with the current packages.
 * @param withPages default true; those of a release may need packages that are gone
 */
export function buildPrevious(commit: string, withPages = true): PreviousBuild {
  const folder = mkdtempSync(join(tmpdir(), 'resq-previous-'));
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit, ...PARTS) });
  for (const packages of ['node_modules', 'frontend/node_modules']) {
    symlinkSync(join(ROOT, packages), join(folder, packages));
  }
  const [backend, frontend] = [join(folder, 'backend'), join(folder, 'frontend')];
  node(backend, '@swc/cli/bin/swc.js', 'src', '-d', 'dist', '--strip-leading-paths');
  if (withPages) node(frontend, 'vite/bin/vite.js', 'build');
  return { backend, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function git(...args: string[]): Buffer {
  const stdio = ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'];
  return execFileSync('git', args, { cwd: ROOT, stdio, maxBuffer: ARCHIVE_BYTES });
}

function node(cwd: string, script: string, ...args: string[]): void {
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd,
    env,
    stdio: 'ignore',
  });
}
