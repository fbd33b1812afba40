// @ts-check
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endChildren } from '../children.mjs';
import { atEnd } from '../lifecycle.mjs';
import { hasProc, until } from '../processes.mjs';

const GUARDIAN = fileURLToPath(new URL('run-guardian.mjs', import.meta.url));
/** A slower guardian goes on alone. */
const CLOSE_MS = 10_000;

/**
 * Creates a folder for all temporary files of this command and its programs, and starts the guardian,
 * which ends the programs and removes the folder when this process has ended.
 * @returns {{ path: string, close: () => Promise<unknown> }} `close` does the same now
 */
export function openRunFolder() {
  // The folder of a running program has its real path.
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'resq-')));
  // As root, the embedded PostgreSQL runs as another user, who must be able to enter.
  chmodSync(path, 0o711);
  const guardian = spawn(process.execPath, [GUARDIAN, path], {
    // Ctrl-C must not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  guardian.stdin.on('error', () => undefined);
  process.env.TMPDIR = path;
  const isOver = () => guardian.exitCode !== null || guardian.signalCode !== null;
  const close = async () => {
    // The guardian cannot find processes without /proc.
    if (!hasProc) await endChildren();
    guardian.stdin.end();
    return until(isOver, CLOSE_MS);
  };
  atEnd(close);
  return { path, close };
}
