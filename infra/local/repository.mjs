// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stop } from './say.mjs';

export const repository = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

const OLDEST = [20, 19];

/**
 * Checks the version of Node and loads the variables of `.env`. Every command calls it first, or
 * `beginTests`.
 * @throws {Stop}
 */
export function begin() {
  checkNode();
  const file = join(repository, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/**
 * Checks the version of Node and drops the settings of an installation, which are not for tests.
 * @throws {Stop}
 */
export function beginTests() {
  checkNode();
  const documented = readFileSync(join(repository, '.env.example'), 'utf8');
  for (const [, name = ''] of documented.matchAll(/^# ([A-Z_]+)=/gm)) delete process.env[name];
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldMajor = 0, oldMinor = 0] = OLDEST;
  if (major < oldMajor || (major === oldMajor && minor < oldMinor)) {
    throw new Stop(
      `ResQ needs Node ${OLDEST.join('.')} or newer. This is Node ${process.versions.node}.`,
    );
  }
}
