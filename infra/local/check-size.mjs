// @ts-check
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { firstLoad, LIMITS_KB, PAGES, pagesFolder, readManifest } from './first-load.mjs';

const SERVICE_WORKER_KB = 10;

const manifest = readManifest();

/** @param {string[]} files @returns {number} their size as the server sends them, in kB */
function sentKb(files) {
  const bytes = files.map((file) => {
    const plain = join(pagesFolder, file);
    // The server compresses the page itself at its start, because its settings are written into it.
    if (file.endsWith('.html')) return brotliCompressSync(readFileSync(plain)).length;
    const compressed = `${plain}.br`;
    return statSync(existsSync(compressed) ? compressed : plain).size;
  });
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** @param {string[]} chunks */
function pageKb(chunks) {
  const { scripts, styles } = firstLoad(chunks, manifest);
  return sentKb(['index.html', ...scripts, ...styles]);
}

/** @type {[string, number, number][]} */
const sizes = [
  ['gate', pageKb(PAGES.gate), LIMITS_KB.gate],
  ['sign-in page', pageKb(PAGES.signInPage), LIMITS_KB.signInPage],
  ['alarm page', pageKb(PAGES.alarmPage), LIMITS_KB.alarmPage],
  ['display', pageKb(PAGES.display), LIMITS_KB.display],
  ['service worker', sentKb(['sw.js']), SERVICE_WORKER_KB],
];
for (const [name, size, limit] of sizes) {
  if (size > limit) process.exitCode = 1;
  process.stdout.write(`${name}: ${size.toFixed(1)} kB over the wire, at most ${limit} kB\n`);
}

/** When an alarm rings the network may be gone, so the code for it must be loaded already. */
const ALARM_CODE = /^src\/(features\/alarms|lib)\//;
/** Past alarms are no emergency, so what shows them may load late. */
const AFTERWARDS = [
  'history-page.tsx',
  'latest-alarms.tsx',
  'missed-bar.tsx',
  'past-alarm-page.tsx',
];
const late = Object.keys(manifest).filter(
  (key) =>
    ALARM_CODE.test(key) &&
    manifest[key]?.isDynamicEntry &&
    !AFTERWARDS.some((name) => key.endsWith(`/${name}`)),
);
if (late.length > 0) process.exitCode = 1;
for (const key of late) process.stdout.write(`${key} is loaded lazily: alarm code must not be\n`);

/** The parts of a page that is for development alone, by the sources that each built file names. */
const unwanted = readdirSync(join(pagesFolder, 'assets')).filter(
  (file) =>
    file.endsWith('.map') &&
    readFileSync(join(pagesFolder, 'assets', file), 'utf8').includes('src/app/styleguide/'),
);
if (unwanted.length > 0) process.exitCode = 1;
for (const file of unwanted) process.stdout.write(`${file} holds a part of the style guide\n`);
