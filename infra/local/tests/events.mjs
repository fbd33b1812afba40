// @ts-check
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { repository } from '../repository.mjs';

/**
 * One finished test. A failure outside of all tests has its message as the name.
 * @typedef {object} Finished
 * @property {string} file
 * @property {string} test
 * @property {'passed' | 'failed' | 'skipped'} result
 */

/** @typedef {{ files: number }} Started the number of test files */

/**
 * Sends an event of a test runner to `npm test`, by the file that TEST_EVENTS names.
 * @param {Finished | Started} event
 */
export function send(event) {
  appendFileSync(process.env.TEST_EVENTS ?? '', `${JSON.stringify(event)}\n`);
}

/**
 * @param {string} file an absolute path
 * @param {unknown} error
 */
export function sendFailure(file, error) {
  // Jest leaves the message of a failed `afterAll` empty.
  const { message, stack } = /** @type {{ message?: string, stack?: string }} */ (error ?? {});
  const [line = ''] = (message || stack || String(error)).trim().split('\n');
  send({ file: inRepository(file), test: line, result: 'failed' });
}

/** @param {string} path */
export function inRepository(path) {
  return relative(repository, path);
}

/**
 * @param {string} file is created empty
 * @returns {() => (Finished | Started)[]} reads what came since the last call
 */
export function receive(file) {
  writeFileSync(file, '');
  let count = 0;
  return () => {
    // A run that is interrupted removes its folder while its timers still look.
    if (!existsSync(file)) return [];
    // The last part is empty, or a line that is being written.
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    const events = lines.slice(count).map((line) => JSON.parse(line));
    count = lines.length;
    return events;
  };
}
