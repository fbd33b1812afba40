// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { birthOf } from './processes.mjs';
import { Stop } from './say.mjs';

/** @typedef {{ pid: number, born: string, url?: string }} Run */

/**
 * The start that owns this folder now.
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
 * Two applications on one embedded database would each stop it under the other.
 * @param {string} dataDir
 * @throws {Stop} naming the one that is there
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
    ? `ResQ körs redan på ${run.url}${which}. Avsluta det först, eller sätt DATA_DIR till en annan mapp.`
    : `ResQ startas redan i den här mappen${which}.`;
}

/** @param {string} dataDir */
export function notOurs(dataDir) {
  return `Mappen ${dataDir} tillhör en annan användare. Starta som den användaren, eller ta bort mappen.`;
}

/** @param {string} dataDir */
function fileOf(dataDir) {
  return join(dataDir, 'run.json');
}
