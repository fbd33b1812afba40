// @ts-check
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { endChildren } from '../children.mjs';
import { attempt } from '../lifecycle.mjs';
import { Stop } from '../say.mjs';

/**
 * A description of the backup beside its files. Keys are not in a backup: only their fingerprints.
 * @typedef {object} Manifest
 * @property {'dump' | 'cluster' | 'base'} kind a base is the beginning of an archive
 * @property {string} release the version of ResQ
 * @property {string} server the version of PostgreSQL
 * @property {string[]} migrations
 * @property {string} at ISO 8601, UTC
 * @property {Record<string, number>} rows by table; a copy of a cluster may have a few more
 * @property {Record<string, string>} keys by name
 * @property {Record<string, string>} files SHA-256 by path
 */

const FILE = 'manifest.json';
const PREFIX = 'resq-';
/** A folder by another name may be somebody else's. */
const NAME = /^resq-\d{8}T\d{6}Z$/;
/** The privacy page promises that no backup is older. */
const OLDEST_MS = 14 * 24 * 60 * 60_000;

/**
 * Makes the folder of a backup, and removes it at the end of the command when it was not finished.
 * @param {string} dir
 * @param {() => Promise<unknown>} work
 */
export function inNewFolder(dir, work) {
  const discard = async () => {
    // A program that still writes could bring the folder back.
    await endChildren();
    rmSync(dir, { recursive: true, force: true });
  };
  return attempt(discard, async () => {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    await work();
  });
}

/**
 * @param {string} dir
 * @param {Omit<Manifest, 'files'>} manifest
 */
export async function writeManifest(dir, manifest) {
  const files = await checksums(dir);
  writeFileSync(join(dir, FILE), `${JSON.stringify({ ...manifest, files }, undefined, 2)}\n`);
}

/**
 * @param {string} dir a backup, or a folder of backups, of which the newest is chosen
 * @param {number} [untilMs] the newest one from before this moment is chosen
 * @returns {{ dir: string, manifest: Manifest }}
 */
export function findBackup(dir, untilMs = Infinity) {
  const candidates = existsSync(join(dir, FILE)) ? [dir] : backupsIn(dir).reverse();
  if (candidates.length === 0) throw new Stop(`There is no backup in ${dir}.`);
  for (const candidate of candidates) {
    const manifest = readManifest(candidate);
    if (Date.parse(manifest.at) <= untilMs) return { dir: candidate, manifest };
  }
  throw new Stop(`The oldest backup in ${dir} is younger than ${new Date(untilMs).toISOString()}.`);
}

/**
 * @param {string} dir
 * @returns {Manifest}
 */
function readManifest(dir) {
  try {
    return JSON.parse(readFileSync(join(dir, FILE), 'utf8'));
  } catch {
    throw new Stop(`The manifest of ${dir} is damaged.`);
  }
}

/**
 * Changes nothing, and runs before anything is changed.
 * @param {string} dir
 * @param {Manifest} manifest
 * @param {{ migrations: string[], keys: Record<string, string[]>, major: number }} own
 * @throws {Stop} that names what does not fit
 */
export async function requireFitting(dir, { migrations, release, keys, server, files, kind }, own) {
  const newer = migrations.filter((name) => !own.migrations.includes(name));
  if (newer.length > 0) {
    throw new Stop(`The backup is from a newer release (${release}). Update ResQ first.`);
  }
  const major = parseInt(server, 10);
  if (kind === 'cluster' ? major !== own.major : major > own.major) {
    throw new Stop(`The backup is from PostgreSQL ${server}, and this is ${own.major}.`);
  }
  const wrong = Object.keys(keys).filter((name) => !own.keys[name]?.includes(keys[name] ?? ''));
  if (wrong.length > 0) {
    throw new Stop(
      `The backup belongs to other keys: ${wrong.join(', ')}. Set those of that time.`,
    );
  }
  const found = await checksums(dir);
  const damaged = Object.keys(files).filter((path) => found[path] !== files[path]);
  if (damaged.length > 0) {
    throw new Stop(
      `The backup is damaged: ${damaged.slice(0, 3).join(', ')} is not as it was saved.`,
    );
  }
}

/**
 * Deletes backups that are too old, and what a killed run has left of one. The newest backup stays, however
 * old it is.
 * @param {string} dir
 * @param {number} nowMs
 * @param {(path: string) => void} remove
 */
export function retire(dir, nowMs, remove) {
  for (const backup of backupsIn(dir).slice(0, -1)) {
    const { at } = findBackup(backup).manifest;
    if (nowMs - Date.parse(at) > OLDEST_MS) remove(backup);
  }
  const oldest = nameOf(new Date(nowMs - OLDEST_MS));
  for (const name of readdirSync(dir)) {
    const isFinished = existsSync(join(dir, name, FILE));
    if (NAME.test(name) && name < oldest && !isFinished) remove(join(dir, name));
  }
}

/** @param {Date} at */
export const nameOf = (at) => `${PREFIX}${at.toISOString().replace(/[-:]|\.\d+/g, '')}`;

/**
 * @param {string} dir
 * @returns {string[]} oldest first; a folder without a manifest is a backup that was not finished
 */
function backupsIn(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => name.startsWith(PREFIX))
    .sort()
    .map((name) => join(dir, name))
    .filter((path) => existsSync(join(path, FILE)));
}

/** @param {string} dir */
async function checksums(dir) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const entry of readdirSync(dir, { recursive: true })) {
    const path = String(entry);
    if (path === FILE || !statSync(join(dir, path)).isFile()) continue;
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(dir, path)), hash);
    found[path] = hash.digest('hex');
  }
  return found;
}
