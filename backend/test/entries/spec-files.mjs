import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BACKEND = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Folders whose spec files share one process and one load of the application. Those that take longest
 * come first.
 */
export const ENTRIES = {
  platform: ['test/platform'],
  alarms: ['test/alarms'],
  buildings: [
    'test/account',
    'test/admin',
    'test/audit',
    'test/buildings',
    'test/kiosks',
    'test/push',
  ],
  auth: ['test/auth', 'test/gate'],
  faults: ['test/faults'],
  attack: ['test/attack'],
  // It replaces modules of the browser's feed, which the clients of the fault tests use as they are.
  simulation: ['test/simulation'],
  rules: ['src', 'test/support'],
};

/** @typedef {keyof typeof ENTRIES} Entry */

/**
 * Chooses the spec files whose path contains one of the words in TEST_PARTS, a word per line. All are
 * chosen when the variable is empty, and when it fits no path: Jest then looks for tests of that name.
 * @returns {Partial<Record<Entry, string[]>>} paths below `backend`, for entries that have any
 */
export function chosenSpecs() {
  const parts = (process.env.TEST_PARTS ?? '').split('\n').filter(Boolean);
  /** @type {[string, string[]][]} */
  const all = Object.entries(ENTRIES).map(([entry, folders]) => [entry, folders.flatMap(specsIn)]);
  /** @type {[string, string[]][]} */
  const chosen = all.map(([entry, paths]) => [
    entry,
    paths.filter((path) => parts.some((part) => path.includes(part))),
  ]);
  const found = chosen.filter(([, paths]) => paths.length > 0);
  return Object.fromEntries(found.length > 0 ? found : all);
}

/** @param {string} folder */
function specsIn(folder) {
  return readdirSync(join(BACKEND, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /[.-]spec\.ts$/.test(path))
    .sort()
    .map((path) => join(folder, path));
}
