// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, run } from './children.mjs';
import { withLock } from './lock.mjs';
import { repository } from './repository.mjs';
import { Stop, step } from './say.mjs';

/** @typedef {Record<string, { version?: string, integrity?: string, link?: boolean, optional?: boolean }>} Packages */

/** npm prints the error first and its help after that. */
const FIRST_LINES = 6;

/** Installs the packages of package-lock.json, unless exactly these are installed. */
export async function install() {
  if (!isInstalled()) await withLock(installMissing);
}

async function installMissing() {
  if (isInstalled()) return;
  await step('Installing packages', async () => {
    // The builds need development packages, even with NODE_ENV=production.
    const flags = ['--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
    const { ok, output } = await run(npm('ci', ...flags));
    if (ok) return;
    const errors = output.split('\n').filter((line) => /^npm error \S/.test(line));
    const advice = output.includes('EUSAGE')
      ? 'package.json and package-lock.json do not match. Run: npm install'
      : 'The packages could not be installed. Check the network and try again.';
    throw new Stop([...errors.slice(0, FIRST_LINES), advice].join('\n'));
  });
}

/**
 * npm writes node_modules/.package-lock.json last, so the file shows that an installation was
 * completed. Packages for other platforms are missing in it.
 */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const found = packagesOf(join('node_modules', '.package-lock.json'));
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(([path, { version, integrity, link, optional }]) => {
    const there = found[path];
    if (path === '' || link || (optional && !there)) return true;
    return there?.version === version && there?.integrity === integrity;
  });
}

/**
 * @param {string} file
 * @returns {Packages | undefined}
 */
function packagesOf(file) {
  try {
    const lock = readFileSync(join(repository, file), 'utf8');
    return /** @type {{ packages?: Packages }} */ (JSON.parse(lock)).packages;
  } catch {
    return undefined;
  }
}
