// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { birthOf } from './processes.mjs';
import { Stop } from './say.mjs';

/** @typedef {{ pid: number, born: string, url?: string }} Run */

/**
 * Returns the process that owns this folder now.
 * @param {string} dataDir
 * @returns {Run | undefined}
 */
export function runningIn(dataDir) {
  try {
    const run = /** @type {Run} */ (JSON.parse(readFileSync(fileOf(dataDir), 'utf8')));
    return birthOf(run.pid) === run.born ? run : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Claims the folder for this process. If two applications shared one embedded database, the first
 * to end would stop it for the other.
 * @param {string} dataDir
 * @throws {Stop} with the address of the process that owns the folder
 */
export function claim(dataDir) {
  const file = fileOf(dataDir);
  const run = { pid: process.pid, born: birthOf(process.pid) };
  const other = runningIn(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!other) rmSync(file, { force: true });
    writeFileSync(file, JSON.stringify(run), { flag: 'wx' });
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EEXIST') throw new Stop(said(other ?? runningIn(dataDir)));
    if (code === 'EACCES') throw new Stop(notOurs(dataDir));
    throw error;
  }
  process.once('exit', () => rmSync(file, { force: true }));
  return {
    /** @param {string} url */
    announce: (url) => writeFileSync(file, JSON.stringify({ ...run, url })),
  };
}

/** @param {Run | undefined} run */
function said(run) {
  const which = run ? ` (process ${run.pid})` : '';
  return run?.url
    ? `ResQ is already running at ${run.url}${which}. Stop it first, or set DATA_DIR to another folder.`
    : `ResQ is already starting in this folder${which}.`;
}

/** @param {string} dataDir */
export function notOurs(dataDir) {
  return `The folder ${dataDir} belongs to another user. Start as that user, or remove the folder.`;
}

/** @param {string} dataDir */
function fileOf(dataDir) {
  return join(dataDir, 'run.json');
}
