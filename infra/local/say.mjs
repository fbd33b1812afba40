// @ts-check
/** Prints for the person at the terminal: Swedish, calm, one line per fact. */

/** A failure whose message says what to do. Any other error is a mistake of ours. */
export class Stop extends Error {}

// A closed terminal or `| head` must not take the alarm service down with it.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

/** @param {string} [line] */
export function say(line = '') {
  process.stdout.write(`${line}\n`);
}

/** @param {unknown} error */
export function complain(error) {
  if (error instanceof Stop) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}

const seconds = (/** @type {number} */ since) => Math.round((Date.now() - since) / 1000);

/**
 * Says what takes time, and for how long it has.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  const since = Date.now();
  const live = process.stdout.isTTY;
  const show = (/** @type {string} */ end) =>
    process.stdout.write(`${live ? '\r' : ''}${what} … ${seconds(since)} s${end}`);
  show(live ? '' : '\n');
  const timer = setInterval(() => show(live ? '' : '\n'), live ? 1_000 : 10_000);
  try {
    const result = await work();
    show(', klart\n');
    return result;
  } catch (error) {
    show(', det gick inte\n');
    throw error;
  } finally {
    clearInterval(timer);
  }
}
