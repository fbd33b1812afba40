// @ts-check
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { attempt, live } from '../lifecycle.mjs';
import { terminate } from '../pg-process.mjs';
import { runningIn } from '../run-file.mjs';
import { Stop, say } from '../say.mjs';
import { swapClusters } from './cluster-copy.mjs';
import { swap } from './dump.mjs';
import { connected, requireNoNode } from './installation.mjs';
import { nameOf } from './manifest.mjs';
import { momentOf, recover } from './recovery.mjs';
import { fittingBackup, loadBeside, setAuditHeadAside } from './restored.mjs';
import { folderIn, openSource } from './source.mjs';

const USAGE = 'npm run restore -- DIR [--until TIME]';

/** `npm run restore -- DIR` puts a backup in the place of the database, which stays under another name. */
await live(async () => {
  const { given, untilMs } = request();
  const source = await openSource();
  if (source.kind === 'server') await connected(source.ownerUrl, requireNoNode);
  else if (runningIn(source.dataDir)) throw new Stop('ResQ uses this database. Stop it first.');
  const found = await fittingBackup(given, source, untilMs);
  const backup = untilMs === undefined ? found : await recover(found, untilMs, databaseOf(source));
  const stamp = nameOf(new Date()).replace(/\W/g, '_').toLowerCase();
  const head = setAuditHeadAside(source.dataDir, stamp);
  const { at } = backup.manifest;
  await attempt(head.putBack, async () => {
    const { fresh, discard, report } = await loadBeside(backup, source, stamp);
    say(`The backup of ${at} is loaded: ${report}`);
    await attempt(discard, () => putInPlace(source, fresh, stamp));
  });
  say(`Tell the managers: alarms from after ${at} are gone from the history.`);
  return 0;
});

/**
 * @param {import('./source.mjs').Source} source
 * @param {string} fresh the name of the restored database, or its folder
 * @param {string} stamp part of the old one's new name
 */
async function putInPlace(source, fresh, stamp) {
  if (source.kind === 'server') {
    const name = new URL(source.ownerUrl).pathname.slice(1);
    const old = `${name}_before_${stamp}`;
    await swap(source.ownerUrl, { fresh, old });
    say(`The old database is ${old}. To go back, stop all nodes and rename both:`);
    say(`  alter database ${name} rename to ${fresh}; alter database ${old} rename to ${name};`);
  } else {
    const cluster = join(source.dataDir, 'postgres');
    await terminate(cluster);
    const old = `${cluster}.before-${stamp}`;
    swapClusters(source.dataDir, { fresh, old });
    say(`The old database is ${old}. To go back, stop ResQ and give it the name of ${cluster}.`);
  }
}

function request() {
  try {
    const { values, positionals } = parseArgs({
      options: { until: { type: 'string' } },
      allowPositionals: true,
    });
    const given = folderIn(positionals, USAGE);
    return { given, untilMs: values.until === undefined ? undefined : momentOf(values.until) };
  } catch (error) {
    throw error instanceof Stop ? error : new Stop(`Usage: ${USAGE}`);
  }
}

/** @param {import('./source.mjs').Source} source a server: only that has an archive */
function databaseOf(source) {
  const url = new URL('ownerUrl' in source ? source.ownerUrl : '');
  return { user: url.username, database: url.pathname.slice(1) };
}
