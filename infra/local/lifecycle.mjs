// @ts-check
import { complain } from './say.mjs';

/** @typedef {() => Promise<unknown> | unknown} Undo */

/** As long as a person waits, and shorter than what most supervisors of processes allow. */
const GUARD_MS = 15_000;
/** A terminal's Ctrl-C reaches the whole process group, and npm passes it on once more. */
const ECHO_MS = 500;
const PARENT_MS = 300;

/** @type {Undo[]} */
const undos = [];
/** @type {Promise<never> | undefined} */
let finishing;

/**
 * Runs when the command ends, in reverse order: last started, first stopped.
 * @param {Undo} undo
 */
export function atEnd(undo) {
  undos.push(undo);
}

/**
 * @param {number} code
 * @returns {Promise<never>}
 */
export function finish(code) {
  finishing ??= (async () => {
    setTimeout(() => process.exit(1), GUARD_MS).unref();
    for (const undo of undos.reverse()) {
      try {
        await undo();
      } catch (error) {
        complain(error);
      }
    }
    process.exit(code);
  })();
  return finishing;
}

/**
 * Runs a command's story; it ends by itself with what it returns, at a signal with `atSignal`.
 * @param {() => Promise<number | void>} story the exit code; without one it goes on until a signal
 * @param {{ atSignal?: number }} [options]
 */
export async function live(story, { atSignal = 130 } = {}) {
  let asked = 0;
  const stop = () => {
    asked ||= Date.now();
    void finish(atSignal);
  };
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  process.on('SIGINT', () => {
    if (asked && Date.now() - asked > ECHO_MS) process.exit(130);
    stop();
  });
  if (process.env.npm_lifecycle_event) onceOrphaned(stop);
  try {
    const code = await story();
    if (code !== undefined) await finish(code);
  } catch (error) {
    // An error that the stop itself causes is no failure.
    if (!asked) complain(error);
    await finish(1);
  }
}

/**
 * npm passes SIGTERM on to the shell between us, and most shells end without telling us.
 * @param {() => void} stop
 */
function onceOrphaned(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_MS).unref();
}
