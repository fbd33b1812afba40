// @ts-check
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot } from '../pg-user.mjs';

/** A new database and its write-ahead log need a third of it, and filling it takes as much memory. */
const SIZE = '384m';
const REFILL_MS = 200;
const CHUNKS = [1 << 20, 1 << 12].map((bytes) => Buffer.alloc(bytes, 1));

/** A small file system in memory, which can be filled. To mount it needs root, or sudo without a password. */
export class SmallDisk {
  isMounted = false;

  /** @param {string} folder an empty one */
  constructor(folder) {
    this.folder = folder;
  }

  /** @returns {boolean} false where this user may not mount anything; the folder can be used in any case */
  mount() {
    const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
    const options = `size=${SIZE},mode=755,uid=${uid},gid=${gid}`;
    this.isMounted = asRoot('mount', '-t', 'tmpfs', '-o', options, 'resq', this.folder);
    return this.isMounted;
  }

  /** Processes that still use it keep it until they end. */
  unmount() {
    if (this.isMounted) this.isMounted = !asRoot('umount', '--lazy', this.folder);
  }

  /**
   * Takes all space, also what becomes free, as a log that grows without bounds does.
   * @returns {() => void} frees it again
   */
  fill() {
    const file = join(this.folder, 'filling');
    const filling = openSync(file, 'w');
    const takeAll = () => CHUNKS.forEach((chunk) => writeUntilFull(filling, chunk));
    takeAll();
    const timer = setInterval(takeAll, REFILL_MS);
    return () => {
      clearInterval(timer);
      closeSync(filling);
      rmSync(file);
    };
  }
}

/**
 * @param {number} file
 * @param {Buffer} chunk
 */
function writeUntilFull(file, chunk) {
  try {
    while (writeSync(file, chunk) === chunk.length);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOSPC') throw error;
  }
}

/** @param {...string} command @returns {boolean} whether it succeeded */
function asRoot(...command) {
  const [program = '', ...args] = isRoot ? command : ['sudo', '-n', ...command];
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
