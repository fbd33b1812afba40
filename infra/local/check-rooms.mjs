// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { repository } from './repository.mjs';

/** In a larger folder a reader does not find a file. Divide it by topic. */
const MOST_FILES = 15;

const SOURCES = ['backend/src', 'frontend/src'];
const ALARM_ROOMS = ['backend/src/modules/alarms', 'frontend/src/features/alarms'];
const PRODUCTION = /(?<!\.(test|spec))\.tsx?$/;
const NOT_COUNTED = /\/(testing|migrations)\//;

const faults = SOURCES.flatMap((folder) => crowdedFolders(productionFiles(folder)));
ALARM_ROOMS.forEach((room) => print(statistics(room)));
faults.forEach(print);
if (faults.length > 0) process.exitCode = 1;

/**
 * @param {string} folder
 * @returns {string[]} paths from the repository's root
 */
function productionFiles(folder) {
  return readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && PRODUCTION.test(entry.name))
    .map((entry) => relative(repository, join(entry.parentPath, entry.name)))
    .filter((path) => !NOT_COUNTED.test(path));
}

/** @param {string[]} files */
function crowdedFolders(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder}: ${count} files on one level, at most ${MOST_FILES}`);
}

/** @param {string} room */
function statistics(room) {
  const lines = productionFiles(room)
    .map(lineCount)
    .sort((a, b) => a - b);
  const [median, p90, longest] = [0.5, 0.9, 1].map(
    (share) => lines[Math.ceil(share * lines.length) - 1] ?? 0,
  );
  return `${room}: ${lines.length} files, lines: median ${median}, p90 ${p90}, longest ${longest}`;
}

/** @param {string} file */
function lineCount(file) {
  return readFileSync(join(repository, file), 'utf8').trimEnd().split('\n').length;
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}
