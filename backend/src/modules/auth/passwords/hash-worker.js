// @ts-check
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/**
 * Runs in a thread of its own, one hash after the other. It is JavaScript, because tests load it
 * without a build.
 */

/** The library declares `Algorithm` as an ambient const enum, which cannot be imported. */
const ARGON2ID = 2;
/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, two passes, one lane. */
const ARGON2 = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// On Linux a thread has a priority of its own; elsewhere this would be the priority of the process.
if (process.platform === 'linux') {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may forbid it. Sign-ins then work, and only take more from alarms.
  }
}

parentPort?.on('message', (/** @type {import('./hash-thread.js').HashJob} */ job) => {
  const { password, storedHash } = job;
  const result =
    storedHash === undefined
      ? hashSync(password, ARGON2)
      : verifySync(storedHash, password, ARGON2);
  parentPort?.postMessage(result);
});
