// @ts-check
/** A failure whose message says what to do. Any other error is a bug, printed with its stack. */
export class Stop extends Error {}

// An error of a closed terminal or of `| head` must not stop the alarm service.
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
 * Prints the name of a slow step and the seconds it has taken.
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
    show(', done\n');
    return result;
  } catch (error) {
    show(', failed\n');
    throw error;
  } finally {
    clearInterval(timer);
  }
}
