// @ts-check
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from './pg-binaries.mjs';
import { addressOf, checkVersion, createCluster, openDatabase, password } from './pg-cluster.mjs';
import { launch, serving, terminate, terminateNow } from './pg-process.mjs';
import { canEnter, databaseUser, isRoot } from './pg-user.mjs';
import { freePort, isFree } from './ports.mjs';
import { until } from './processes.mjs';
import { notOurs } from './run-file.mjs';
import { Stop } from './say.mjs';

/**
 * The embedded PostgreSQL of one data folder. It outlives a killed Node; the next start adopts it.
 * @typedef {object} Postgres
 * @property {string} url the address for the application, whose role owns nothing
 * @property {string} ownerUrl the address for migrations
 * @property {boolean} adopted true if it was running already
 * @property {() => Promise<void>} stop
 * @property {() => void} stopNow the same without the event loop, for an 'exit' handler
 * @property {() => void} watch restarts it whenever it crashes
 */

const WATCH_MS = 500;

/**
 * @param {{ dataDir: string, log: (line: string) => void, settings?: string }} options `settings` are
 *   lines for postgresql.conf, which only a new database gets
 * @returns {Promise<Postgres>}
 * @throws {Stop} with advice for the user
 */
export async function startPostgres({ dataDir, log, settings = '' }) {
  try {
    return await start(dataDir, log, settings);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EACCES') throw error;
    throw new Stop(notOurs(dataDir));
  }
}

/**
 * @param {string} dataDir
 * @param {(line: string) => void} log
 * @param {string} settings
 * @returns {Promise<Postgres>}
 */
async function start(dataDir, log, settings) {
  mkdirSync(dataDir, { recursive: true });
  const root = realpathSync(dataDir);
  const cluster = join(root, 'postgres');
  const logFile = join(root, 'postgres.log');
  const user = databaseUser(cluster);
  // The database's user must be able to pass through; the files inside have their own permissions.
  if (isRoot) chmodSync(root, 0o711);
  if (!canEnter(root, user)) {
    throw new Stop(`PostgreSQL cannot enter ${root}. Set DATA_DIR to a folder that all can enter.`);
  }
  const binaries = findBinaries(root, user);
  const passwordFile = join(root, 'postgres.password');
  const secret = password(passwordFile, user);
  if (!existsSync(cluster)) {
    createCluster(binaries, cluster, { passwordFile, logFile, user, settings });
  }
  checkVersion(binaries, cluster);

  const server = { postgres: binaries.postgres, cluster, logFile, user };
  const running = await settled(cluster);
  const port = running?.port ?? (await launch(server, () => choosePort(root)));
  writeFileSync(join(root, 'postgres.port'), `${port}\n`);
  const ownerUrl = await openDatabase(secret, port).catch(async (/** @type {Error} */ error) => {
    if (!running) await terminate(cluster);
    throw new Stop(`PostgreSQL does not answer (${error.message}). See ${logFile}`);
  });

  let stopping = false;
  /** @type {Promise<unknown> | undefined} */
  let reviving;
  const revive = async () => {
    log('PostgreSQL has crashed and is being restarted.');
    // The port stays the same, because the application connects to no other.
    await launch(server, () => Promise.resolve(port)).then(
      () => log('PostgreSQL is running again.'),
      (/** @type {Error} */ error) => log(error.message),
    );
    reviving = undefined;
  };
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const appSecret = password(join(root, 'postgres.app-password'), user);
  return {
    url: addressOf({ role: 'resq_app', secret: appSecret, port }),
    ownerUrl,
    adopted: running !== undefined,
    watch: () => {
      timer ??= setInterval(() => {
        if (!stopping && !reviving && !serving(cluster)) reviving = revive();
      }, WATCH_MS).unref();
    },
    stopNow: () => {
      stopping = true;
      terminateNow(cluster);
    },
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      await reviving;
      await terminate(cluster);
    },
  };
}

/**
 * Waits while a server starts or stops, so that it is either adopted or replaced.
 * @param {string} cluster
 */
async function settled(cluster) {
  await until(() => ['ready', undefined].includes(serving(cluster)?.state), 60_000);
  return serving(cluster);
}

/**
 * Reuses the last port while it is free, so that saved connection strings stay valid.
 * @param {string} root
 */
async function choosePort(root) {
  const file = join(root, 'postgres.port');
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return last && (await isFree(last)) ? last : freePort();
}
