// @ts-check
import { resolve } from 'node:path';
import { build } from '../build.mjs';
import { chooseDataDir } from '../data-dir.mjs';
import { install } from '../install.mjs';
import { atEnd } from '../lifecycle.mjs';
import { startPostgres } from '../postgres.mjs';
import { begin, repository } from '../repository.mjs';
import { runningIn } from '../run-file.mjs';
import { Stop, say } from '../say.mjs';

/**
 * The database of this installation: a server, or the embedded one of a folder.
 * @typedef {{ kind: 'server', dataDir: string, ownerUrl: string }
 *   | { kind: 'embedded', dataDir: string }} Source
 */

/**
 * Prepares a command.
 * @returns {Promise<Source>}
 */
export async function openSource() {
  begin();
  await install();
  await build();
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = process.env;
  if (url) {
    const dataDir = resolve(repository, process.env.DATA_DIR || '.resq');
    return { kind: 'server', dataDir, ownerUrl: ownerUrl || url };
  }
  const { dataDir } = chooseDataDir();
  process.env.DATA_DIR = dataDir;
  // The configuration needs an address, and the command sets the right one before it is used.
  process.env.DATABASE_URL = 'postgres://unused';
  return { kind: 'embedded', dataDir };
}

/**
 * Starts the embedded database of a folder, or adopts it, and stops it at the end of the command unless an
 * application uses it.
 * @param {string} dataDir
 */
export async function startEmbedded(dataDir) {
  const starting = startPostgres({ dataDir, log: say });
  const stop = async () => {
    const postgres = await starting.catch(() => undefined);
    if (!runningIn(dataDir)) await postgres?.stop();
  };
  atEnd(stop);
  return { ...(await starting), stop };
}

/**
 * @param {string[]} args
 * @param {string} usage
 * @param {string} [option] the name of the option that gives the folder
 * @returns {string}
 */
export function folderIn(args, usage, option) {
  const dir = option ? args[args.indexOf(option) + 1] : args[0];
  const isGiven = option ? args.length === 2 && args[0] === option : args.length === 1;
  if (!dir || !isGiven || dir.startsWith('--')) throw new Stop(`Usage: ${usage}`);
  // npm runs the script in the repository, and the user may stand elsewhere.
  return resolve(process.env.INIT_CWD ?? process.cwd(), dir);
}
