// @ts-check

/** A log gets a line this often. */
const LOG_MS = 15_000;
const TERMINAL_MS = 1_000;
const CLEAR = '\r\u001B[K';

/**
 * Shows a line about running work: the last one in a terminal, otherwise a new one from time to time.
 * @param {() => string} line
 */
export function showProgress(line) {
  const { stdout } = process;
  const isTerminal = stdout.isTTY;
  let rest = '';
  const show = () => {
    stdout.write(isTerminal ? `${CLEAR}${line().slice(0, stdout.columns - 1)}` : `${line()}\n`);
  };
  const timer = setInterval(show, isTerminal ? TERMINAL_MS : LOG_MS);
  return {
    /**
     * Prints whole lines of other output above it.
     * @param {string} text
     */
    print: (text) => {
      const end = (rest + text).lastIndexOf('\n') + 1;
      const lines = (rest + text).slice(0, end);
      rest = (rest + text).slice(end);
      if (!lines) return;
      stdout.write(isTerminal ? CLEAR + lines : lines);
      if (isTerminal) show();
    },
    end: () => {
      clearInterval(timer);
      stdout.write(`${isTerminal ? CLEAR : ''}${rest && `${rest}\n`}`);
    },
  };
}
