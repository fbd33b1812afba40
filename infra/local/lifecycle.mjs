// @ts-check
import { nameOf, parentOf } from './processes.mjs';
import { complain } from './say.mjs';

/** @typedef {() => Promise<unknown> | unknown} Undo */

/** The longest orderly stop. Most process supervisors wait longer before they kill. */
const GUARD_MS = 15_000;
/** One Ctrl-C arrives twice: the terminal signals the whole process group, and npm forwards it. */
const ECHO_MS = 500;
const PARENT_MS = 300;

/** @type {Undo[]} */
const undos = [];
/** @type {Promise<never> | undefined} */
let finishing;

/**
 * Registers work for the end of the command, which runs in reverse order.
 * @param {Undo} undo
 */
export function atEnd(undo) {
  undos.push(undo);
}

/**
 * Runs work, and `discard` at the end of the command when the work was not finished.
 * @template T
 * @param {Undo} discard
 * @param {() => Promise<T>} work
 */
export async function attempt(discard, work) {
  let isDone = false;
  atEnd(() => (isDone ? undefined : discard()));
  const result = await work();
  isDone = true;
  return result;
}

/** Returns true while the registered work runs: nothing new may be started. */
export function isFinishing() {
  return finishing !== undefined;
}

/**
 * Runs the registered work and exits.
 * @param {number} code the exit code
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
 * Runs a command. The process exits with the code that it returns, or with `atSignal` at a signal.
 * @param {() => Promise<number | void>} story the exit code, or nothing to run until a signal
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
    // A stop interrupts running work, and the errors of that are not reported.
    if (!asked) complain(error);
    await finish(1);
  }
}

/**
 * Calls `stop` when npm is gone. npm sends SIGTERM only to the shell in between, and most shells end
 * without forwarding it. A shell outlives an npm that is killed, so its parent is watched as well.
 * @param {() => void} stop
 */
function onceOrphaned(stop) {
  const isShell = /sh$/.test(nameOf(process.ppid));
  const parents = () => `${process.ppid} ${isShell ? parentOf(process.ppid) : ''}`;
  const before = parents();
  const timer = setInterval(() => {
    if (parents() === before) return;
    clearInterval(timer);
    stop();
  }, PARENT_MS).unref();
}
