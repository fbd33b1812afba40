// @ts-check
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd, live } from '../lifecycle.mjs';
import { say } from '../say.mjs';
import { nameOf } from './manifest.mjs';
import { fittingBackup, loadBeside } from './restored.mjs';
import { folderIn, openSource } from './source.mjs';

/** `npm run backup:check -- DIR` restores the newest backup beside the database, and drops it again. */
await live(async () => {
  const given = folderIn(process.argv.slice(2), 'npm run backup:check -- DIR');
  const source = await openSource();
  const backup = await fittingBackup(given, source);
  // The ledger and the end of the audit log belong to the database that is in use.
  const folder = mkdtempSync(join(tmpdir(), 'resq-check-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const secrets = join(source.dataDir, 'secrets.json');
  if (existsSync(secrets)) copyFileSync(secrets, join(folder, 'secrets.json'));
  process.env.DATA_DIR = folder;
  const { discard, report } = await loadBeside(
    backup,
    source,
    nameOf(new Date()).slice(5).toLowerCase(),
  );
  await discard();
  say(`The backup ${backup.dir} can be restored: ${report}`);
  return 0;
});
