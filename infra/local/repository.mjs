// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stop } from './say.mjs';

export const repository = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

const OLDEST = [20, 19];

/**
 * Checks the version of Node and loads the variables of `.env`. Every command calls it first.
 * @throws {Stop}
 */
export function begin() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldMajor = 0, oldMinor = 0] = OLDEST;
  if (major < oldMajor || (major === oldMajor && minor < oldMinor)) {
    throw new Stop(
      `ResQ needs Node ${OLDEST.join('.')} or newer. This is Node ${process.versions.node}.`,
    );
  }
  const file = join(repository, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
