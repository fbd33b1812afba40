// @ts-check
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { canEnter, databaseUser, isRoot } from './pg-user.mjs';
import { repository } from './repository.mjs';

const SHARED_ROOT = '/var/lib/resq';

/**
 * Chooses and creates the folder of the embedded database and the development secrets. As root it
 * moves below /var/lib/resq when the database's own user could not enter the wanted folder.
 * @returns {{ dataDir: string, moved: boolean }}
 */
export function chooseDataDir() {
  const wanted = resolve(repository, process.env.DATA_DIR || '.resq');
  const moved = isRoot && !canEnter(dirname(wanted), databaseUser(join(wanted, 'postgres')));
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const dataDir = moved ? join(SHARED_ROOT, hash) : wanted;
  mkdirSync(dataDir, { recursive: true });
  if (moved) chmodSync(SHARED_ROOT, 0o711);
  return { dataDir, moved };
}
