// @ts-check
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../lifecycle.mjs';
import { Stop, step } from '../say.mjs';
import { layCluster } from './cluster-copy.mjs';
import { createBeside, dropBeside, load, requireTool, withDatabase } from './dump.mjs';
import { bringUp, connected, contentOf, describe } from './installation.mjs';
import { findBackup, requireFitting } from './manifest.mjs';
import { startEmbedded } from './source.mjs';

/** The embedded database's passwords, which are keys and therefore not in a backup. */
const PASSWORDS = ['postgres.password', 'postgres.app-password'];

/**
 * Finds a backup and checks it against this installation. It changes nothing.
 * @param {string} given
 * @param {import('./source.mjs').Source} source
 * @param {number} [untilMs] the moment of an archive
 */
export async function fittingBackup(given, source, untilMs) {
  const found = findBackup(given, untilMs);
  const { kind } = found.manifest;
  if ((kind !== 'cluster') !== (source.kind === 'server')) {
    throw new Stop(
      kind === 'cluster'
        ? 'This is a backup of an embedded database. Unset DATABASE_URL.'
        : 'This is a backup of a server. Set DATABASE_URL.',
    );
  }
  if ((kind === 'base') !== (untilMs !== undefined)) {
    throw new Stop(
      kind === 'base'
        ? 'This is an archive. Add the moment: --until TIME, or --until latest.'
        : 'This is a backup of one moment. An archive of infra/backup/archive.sh has --until.',
    );
  }
  const major = source.kind === 'server' ? await serverMajor(source.ownerUrl) : 18;
  await requireFitting(found.dir, found.manifest, { ...(await describe()), major });
  if (source.kind === 'server') await requireTool('pg_restore', major);
  const missing = PASSWORDS.filter((name) => !existsSync(join(source.dataDir, name)));
  if (source.kind === 'embedded' && missing.length > 0) {
    throw new Stop(
      `Put ${missing.join(' and ')} of that installation into ${source.dataDir} first.`,
    );
  }
  return found;
}

/**
 * Loads a backup beside the running database, and brings it up to date.
 * @param {Awaited<ReturnType<typeof fittingBackup>>} backup
 * @param {import('./source.mjs').Source} source
 * @param {string} stamp part of the new name
 */
export async function loadBeside({ dir, manifest }, source, stamp) {
  const fresh = `resq_restored_${stamp}`;
  if (source.kind === 'server') {
    const ownerUrl = await createBeside(source.ownerUrl, fresh);
    const discard = () => dropBeside(source.ownerUrl, fresh);
    return attempt(discard, async () => {
      await step('Loading', () => load(ownerUrl, dir));
      await requireRows(ownerUrl, manifest.rows);
      const url = withDatabase(process.env.DATABASE_URL ?? '', fresh);
      return { fresh, discard, report: await bringUp({ url, ownerUrl }) };
    });
  }
  const folder = join(source.dataDir, fresh);
  const discard = () => Promise.resolve(rmSync(folder, { recursive: true, force: true }));
  return attempt(discard, async () => {
    mkdirSync(folder, { mode: 0o711 });
    for (const name of PASSWORDS) copyFileSync(join(source.dataDir, name), join(folder, name));
    await step('Loading', () => Promise.resolve(layCluster(dir, folder)));
    const postgres = await startEmbedded(folder);
    const report = await bringUp(postgres).finally(postgres.stop);
    return { fresh: folder, discard, report };
  });
}

/**
 * Moves the end of the audit log aside: a restored log does not reach it.
 * @param {string} dataDir
 * @param {string} stamp
 */
export function setAuditHeadAside(dataDir, stamp) {
  const head = join(dataDir, 'audit-head.json');
  const aside = join(dataDir, `audit-head.${stamp}.json`);
  // The one that a failed restore has written belongs to no database.
  if (!existsSync(head)) return { putBack: () => rmSync(head, { force: true }) };
  renameSync(head, aside);
  return { putBack: () => renameSync(aside, head) };
}

/**
 * @param {string} address
 * @param {Record<string, number>} expected
 */
async function requireRows(address, expected) {
  const { rows } = await connected(address, contentOf);
  const wrong = Object.keys(expected).filter((table) => rows[table] !== expected[table]);
  if (wrong.length > 0)
    throw new Stop(`The backup is damaged: rows are missing in ${wrong.join(', ')}.`);
}

/** @param {string} ownerUrl */
async function serverMajor(ownerUrl) {
  const { rows } = await connected(withDatabase(ownerUrl, 'postgres'), (server) =>
    server.query('show server_version'),
  );
  return parseInt(rows[0].server_version, 10);
}
