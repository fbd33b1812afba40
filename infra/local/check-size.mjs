// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { repository } from './repository.mjs';

/**
 * @typedef {{ file: string, imports?: string[], css?: string[], isDynamicEntry?: boolean }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 */

const dist = join(repository, 'frontend/dist');
const ENTRY = 'index.html';
const SIGN_IN_PAGE = ['src/app/routes/auth.tsx'];
/** The panel, and the shell around it that receives alarms and plays the siren. */
const ALARM_PAGE = ['src/app/signed-in/signed-in-shell.tsx', 'src/app/routes/app.tsx'];

/** The budgets of the first load. On a weak stairwell connection every 100 kB takes a second. */
const LIMITS_KB = { gate: 88, signInPage: 100, alarmPage: 140, css: 12, serviceWorker: 10 };

/** The level with which the build compresses. */
const AS_SERVED = { level: 9 };

const manifest = /** @type {Manifest} */ (
  JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
);

/**
 * Collects a chunk and all chunks it imports statically.
 * @param {string} key
 * @param {Set<string>} [found]
 */
function closure(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the build's manifest`);
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of chunk.imports ?? []) closure(imported, found);
  return found;
}

/** @param {Iterable<string>} files */
function gzippedKb(files) {
  const bytes = [...files].map(
    (file) => gzipSync(readFileSync(join(dist, file)), AS_SERVED).length,
  );
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

/**
 * Adds up the scripts of the first load: the entry, and chunks that load with it.
 * @param {string[]} chunks
 */
function scriptsKb(...chunks) {
  const keys = [ENTRY, ...chunks].flatMap((key) => [...closure(key)]);
  return gzippedKb(new Set(keys.map((key) => manifest[key]?.file ?? '')));
}

const sizes = {
  gate: scriptsKb(),
  signInPage: scriptsKb(...SIGN_IN_PAGE),
  alarmPage: scriptsKb(...ALARM_PAGE),
  css: gzippedKb(new Set(Object.values(manifest).flatMap(({ css = [] }) => css))),
  serviceWorker: gzippedKb(['sw.js']),
};

for (const [name, limit] of Object.entries(LIMITS_KB)) {
  const size = sizes[/** @type {keyof typeof sizes} */ (name)];
  if (size > limit) process.exitCode = 1;
  process.stdout.write(`${name}: ${size.toFixed(1)} kB gzip, at most ${limit} kB\n`);
}

/** When an alarm rings the network may be gone, so the code for it must be loaded already. */
const ALARM_CODE = /^src\/(features\/alarms|lib)\//;
/** Past alarms are no emergency, so their pages may load late. */
const AFTERWARDS = ['history-page.tsx', 'past-alarm-page.tsx'];
const late = Object.keys(manifest).filter(
  (key) =>
    ALARM_CODE.test(key) &&
    manifest[key]?.isDynamicEntry &&
    !AFTERWARDS.some((name) => key.endsWith(`/${name}`)),
);
if (late.length > 0) process.exitCode = 1;
for (const key of late) process.stdout.write(`${key} is loaded lazily: alarm code must not be\n`);
