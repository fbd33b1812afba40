// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstLoad, PAGES, pagesFolder, readManifest } from './first-load.mjs';

/** The budgets of the first load. On a weak stairwell connection every 100 kB takes a second. */
const LIMITS_KB = { gate: 82, signInPage: 92, alarmPage: 135, css: 11, serviceWorker: 10 };

/** The level with which the build compresses. */
const AS_SERVED = { level: 9 };

const manifest = readManifest();

/** @param {Iterable<string>} files */
function gzippedKb(files) {
  const bytes = [...files].map(
    (file) => gzipSync(readFileSync(join(pagesFolder, file)), AS_SERVED).length,
  );
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** @param {string[]} chunks */
const scriptsKb = (chunks) => gzippedKb(firstLoad(chunks, manifest).scripts);

const sizes = {
  gate: scriptsKb(PAGES.gate),
  signInPage: scriptsKb(PAGES.signInPage),
  alarmPage: scriptsKb(PAGES.alarmPage),
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
