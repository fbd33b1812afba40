// @ts-check
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { live } from '../lifecycle.mjs';
import { Stop, say, step } from '../say.mjs';
import { copyServer, requireTool } from './dump.mjs';
import { connected, contentOf, describe, keysInUse, majorOf } from './installation.mjs';
import { inNewFolder, nameOf, retire, writeManifest } from './manifest.mjs';
import { folderIn, openSource } from './source.mjs';

/** The beginning of an archive, from which its log leads to a later moment: see infra/backup/archive.sh. */
await live(async () => {
  const to = folderIn(process.argv.slice(2), 'infra/backup/archive.sh DIR');
  const source = await openSource();
  if (source.kind !== 'server') throw new Stop('An archive needs a server. Set DATABASE_URL.');
  const { ownerUrl } = source;
  const { release, keys } = await describe();
  await requireTool('pg_basebackup', await connected(ownerUrl, majorOf));
  const dir = join(to, nameOf(new Date()));
  await inNewFolder(dir, async () => {
    await step('Copying the server', () => copyServer(ownerUrl, join(dir, 'base')));
    const content = await connected(ownerUrl, contentOf);
    // Recovery cannot end before the end of the copy.
    const at = new Date().toISOString();
    await writeManifest(dir, { kind: 'base', release, at, keys: keysInUse(keys), ...content });
  });
  retire(to, Date.now(), (old) => rmSync(old, { recursive: true }));
  forgetLogBefore(to);
  say(`Saved in ${dir}.`);
  return 0;
});

/**
 * Deletes the log from before the oldest base backup.
 * @param {string} to
 */
function forgetLogBefore(to) {
  const starts = readdirSync(to)
    .map((name) => join(to, name, 'base/backup_label'))
    .filter((label) => existsSync(label))
    .map((label) => readFileSync(label, 'utf8'))
    .map((label) => /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '');
  const [oldest = ''] = starts.sort();
  for (const folder of readdirSync(to).filter((name) => /^wal\b/.test(name))) {
    for (const file of readdirSync(join(to, folder))) {
      if (/^[0-9A-F]{24}/.test(file) && file.slice(0, 24) < oldest) rmSync(join(to, folder, file));
    }
  }
}
