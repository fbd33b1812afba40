// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { atEnd } from '../lifecycle.mjs';
import { serving, terminate } from '../pg-process.mjs';
import { databaseUser, give } from '../pg-user.mjs';
import { until as untilTrue } from '../processes.mjs';
import { Stop, step } from '../say.mjs';
import { dump, requireTool } from './dump.mjs';
import { connected, contentOf } from './installation.mjs';

/** @typedef {{ dir: string, manifest: import('./manifest.mjs').Manifest }} Backup */

/** A moment of an archive, as a dump that is restored like any other. */

const LATEST = 'latest';
/** The name of a socket alone: the server listens to no network. */
const PORT = '5432';
const PARTIAL = '.partial';
const SEGMENT = /^[0-9A-F]{24}$/;

/**
 * @param {string} text `latest`, or a moment with its zone
 * @returns {number} milliseconds since 1970
 */
export function momentOf(text) {
  const ms = text === LATEST ? Infinity : Date.parse(text);
  const hasZone = text === LATEST || /T.*(Z|[+-]\d\d:?\d\d)$/.test(text);
  if (hasZone && !Number.isNaN(ms)) return ms;
  throw new Stop(`--until is a moment with its zone, such as 2026-11-27T14:05:30Z, or ${LATEST}.`);
}

/**
 * Recovers a server of its own, which nobody else can reach, and dumps the database. The running server
 * goes on with its log, so its archive needs no new beginning.
 * @param {Backup} base
 * @param {number} untilMs
 * @param {{ user: string, database: string }} owner
 * @returns {Promise<Backup>} its manifest has the time of the last change
 */
export async function recover({ dir, manifest }, untilMs, owner) {
  const postgres = serverOf(parseInt(manifest.server, 10));
  await requireTool('pg_dump', parseInt(manifest.server, 10));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'resq-recovery-')));
  const [cluster, log] = [join(folder, 'server'), join(folder, 'wal')];
  atEnd(async () => {
    await terminate(cluster);
    rmSync(folder, { recursive: true, force: true });
  });
  return step('Recovering', async () => {
    // The server's user must pass through.
    chmodSync(folder, 0o711);
    cpSync(join(dir, 'base'), cluster, { recursive: true });
    const label = readFileSync(join(cluster, 'backup_label'), 'utf8');
    layLog(dirname(dir), log, /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '');
    if (untilMs === Infinity) requireNoGap(log);
    writeSettings(cluster, folder, untilMs);
    const user = databaseUser(join(folder, 'none'));
    for (const path of [cluster, log]) give(path, user);
    chmodSync(cluster, 0o700);
    const logFile = join(folder, 'postgres.log');
    const output = openSync(logFile, 'a', 0o600);
    const flags = ['-D', cluster, '-p', PORT, '-k', cluster];
    const options = { ...user, cwd: '/', detached: true };
    const server = spawn(postgres, flags, { ...options, stdio: ['ignore', output, output] });
    closeSync(output);
    const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
    await untilTrue(() => hasEnded() || serving(cluster)?.state === 'ready', Infinity);
    const lines = readFileSync(logFile, 'utf8');
    const at = /last completed transaction was at log time (.*)/.exec(lines)?.[1] ?? manifest.at;
    if (hasEnded()) throw new Stop(reasonIn(lines, at));
    const address = `postgres://${owner.user}@${encodeURIComponent(cluster)}:${PORT}/${owner.database}`;
    await dump(address, folder);
    const content = await connected(address, contentOf);
    await terminate(cluster);
    return { dir: folder, manifest: { ...manifest, ...content, kind: 'dump', at } };
  });
}

/**
 * @param {number} major
 * @returns {string} the server program of that version
 */
function serverOf(major) {
  for (const program of [`/usr/lib/postgresql/${major}/bin/postgres`, 'postgres']) {
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    if (stdout?.includes(`(PostgreSQL) ${major}`)) return program;
  }
  throw new Stop(
    `Recovery needs PostgreSQL ${major}. Install postgresql-${major}, or run this in the image postgres:${major}.`,
  );
}

/**
 * Copies the log of an archive, because the server's user may not read the archive.
 * @param {string} archive
 * @param {string} folder
 * @param {string} first the segment in which the base backup begins
 */
function layLog(archive, folder, first) {
  mkdirSync(folder);
  const paths = readdirSync(archive)
    .filter((name) => /^wal\b/.test(name))
    .flatMap((name) => readdirSync(join(archive, name)).map((file) => join(archive, name, file)));
  // A finished segment comes before what was received of it when an archive had been away.
  const finishedFirst = (/** @type {string} */ path) => Number(path.endsWith(PARTIAL));
  for (const path of paths.sort((one, other) => finishedFirst(one) - finishedFirst(other))) {
    const name = basename(path, PARTIAL);
    const isNeeded = (SEGMENT.test(name) && name >= first) || name.endsWith('.history');
    if (isNeeded && !existsSync(join(folder, name))) cpSync(path, join(folder, name));
  }
}

/**
 * PostgreSQL takes a missing segment for the end of the log.
 * @param {string} folder
 * @throws {Stop} when segments are missing between others
 */
function requireNoGap(folder) {
  const segments = readdirSync(folder).filter((name) => SEGMENT.test(name));
  const perFile = 0x1_0000_0000 / statSync(join(folder, segments[0] ?? '.')).size;
  const numberOf = (/** @type {string} */ name) =>
    parseInt(name.slice(8, 16), 16) * perFile + parseInt(name.slice(16), 16);
  segments.sort().reduce((before, name) => {
    if (numberOf(name) > numberOf(before) + 1) {
      throw new Stop(`The archive lacks the log between ${before} and ${name}.`);
    }
    return name;
  }, segments[0] ?? '');
}

/**
 * Replaces the settings of the copied server, whose paths, standbys and users are not here.
 * @param {string} cluster
 * @param {string} folder
 * @param {number} untilMs
 */
function writeSettings(cluster, folder, untilMs) {
  const settings = [
    `listen_addresses = ''`,
    `lc_messages = 'C'`,
    'logging_collector = off',
    'hot_standby = off',
    'fsync = off',
    `restore_command = 'cp "${join(folder, 'wal')}/%f" "%p"'`,
    `recovery_target_action = 'promote'`,
  ];
  if (untilMs < Infinity) {
    // PostgreSQL does not know the zone Z yet when it reads its settings.
    const moment = new Date(untilMs).toISOString().replace('Z', '+00');
    settings.push(`recovery_target_time = '${moment}'`);
  }
  writeFileSync(join(cluster, 'postgresql.conf'), `${settings.join('\n')}\n`);
  writeFileSync(join(cluster, 'postgresql.auto.conf'), '');
  // The folder of the socket is closed to other users.
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all trust\n');
  writeFileSync(join(cluster, 'pg_ident.conf'), '');
  writeFileSync(join(cluster, 'recovery.signal'), '');
  rmSync(join(cluster, 'standby.signal'), { force: true });
}

/**
 * @param {string} lines of PostgreSQL
 * @param {string} at the last change that was found
 */
function reasonIn(lines, at) {
  if (lines.includes('recovery ended before configured recovery target')) {
    return `The archive ends at ${at}. Give that moment, or --until ${LATEST}.`;
  }
  const [, fatal = lines.slice(-500)] = /FATAL: +(.*)/.exec(lines) ?? [];
  return `The archive is damaged: ${fatal}`;
}
