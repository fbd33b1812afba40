// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository.mjs';

/**
 * @typedef {{ file: string, name?: string, imports?: string[], css?: string[], isDynamicEntry?: boolean }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 */

const ENTRY = 'index.html';

/** The chunks that a page loads beside the entry, by their source or by their name. */
export const PAGES = {
  gate: [],
  signInPage: ['src/app/routes/auth.tsx'],
  /** The panel, the alarm and the shell around both are one chunk. */
  alarmPage: ['alarm'],
  display: ['src/app/installed/after-load.ts', 'src/features/kiosk/kiosk-page.tsx'],
};

/** The budgets of a first visit over the wire. On a weak stairwell connection 100 kB take a second. */
export const LIMITS_KB = { gate: 90, signInPage: 105, alarmPage: 140, display: 115 };

export const pagesFolder = join(repository, 'frontend/dist');

/** @returns {Manifest} */
export function readManifest() {
  return JSON.parse(readFileSync(join(pagesFolder, '.vite/manifest.json'), 'utf8'));
}

/**
 * @param {string[]} chunks the page's own
 * @returns the paths of the scripts and style sheets that its first load needs, each once
 */
export function firstLoad(chunks, manifest = readManifest()) {
  const keyOf = (/** @type {string} */ chunk) =>
    Object.keys(manifest).find((key) => key === chunk || manifest[key]?.name === chunk) ?? chunk;
  const keys = [ENTRY, ...chunks.map(keyOf)].flatMap((key) => [...closure(manifest, key)]);
  const scripts = keys.map((key) => manifest[key]?.file ?? '');
  const styles = keys.flatMap((key) => manifest[key]?.css ?? []);
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] };
}

/**
 * Collects a chunk and all chunks it imports statically.
 * @param {Manifest} manifest
 * @param {string} key
 * @param {Set<string>} [found]
 */
function closure(manifest, key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the build's manifest`);
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of chunk.imports ?? []) closure(manifest, imported, found);
  return found;
}
