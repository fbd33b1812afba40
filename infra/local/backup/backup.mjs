// @ts-check
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { live } from '../lifecycle.mjs';
import { say, step } from '../say.mjs';
import { copyCluster } from './cluster-copy.mjs';
import { dump, requireTool } from './dump.mjs';
import { connected, contentOf, describe, keysInUse, majorOf } from './installation.mjs';
import { inNewFolder, nameOf, retire, writeManifest } from './manifest.mjs';
import { folderIn, openSource, startEmbedded } from './source.mjs';

/** `npm run backup -- --to DIR` backs the database up, also while nodes use it. */
await live(async () => {
  const to = folderIn(process.argv.slice(2), 'npm run backup -- --to DIR', '--to');
  const source = await openSource();
  const { release, keys } = await describe();
  const ownerUrl =
    source.kind === 'server' ? source.ownerUrl : (await startEmbedded(source.dataDir)).ownerUrl;
  const at = new Date();
  const dir = join(to, nameOf(at));
  const kind = source.kind === 'server' ? 'dump' : 'cluster';
  await connected(ownerUrl, async (owner) => {
    if (kind === 'dump') await requireTool('pg_dump', await majorOf(owner));
    await inNewFolder(dir, () =>
      step('Backing up', async () => {
        // `pg_dump` and the count of the rows see the same moment.
        await owner.query('begin isolation level repeatable read read only');
        const { rows } = await owner.query('select pg_export_snapshot() as snapshot');
        const content = await contentOf(owner);
        if (kind === 'dump') await dump(ownerUrl, dir, rows[0].snapshot);
        await owner.query('commit');
        if (kind === 'cluster') await copyCluster(owner, join(source.dataDir, 'postgres'), dir);
        await writeManifest(dir, {
          kind,
          release,
          at: at.toISOString(),
          keys: keysInUse(keys),
          ...content,
        });
      }),
    );
  });
  retire(to, at.getTime(), (old) => rmSync(old, { recursive: true }));
  say(`Saved in ${dir}. Keep the keys elsewhere: they are not in it.`);
  return 0;
});
