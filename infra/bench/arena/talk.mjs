// @ts-check
import { Stop } from '../../local/say.mjs';

/** @typedef {import('node:child_process').ChildProcess} Child */
/** @typedef {{ resolve: (result: any) => void, reject: (error: Error) => void }} Waiting */

/** @type {WeakMap<Child, Map<number, Waiting>>} */
const inboxes = new WeakMap();
let lastId = 0;

/**
 * Sends a command to a child process that has called `answerCommands`. The child is forked with the
 * advanced serialization, because JSON would turn NaN into null.
 * @param {Child} child
 * @param {string} name
 * @param {object} [details]
 * @returns {Promise<any>} the command's result
 * @throws {Stop} when the command fails or the child ends
 */
export function ask(child, name, details = {}) {
  const inbox = inboxes.get(child) ?? openInbox(child);
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    inbox.set(id, { resolve, reject });
    child.send({ id, name, ...details });
  });
}

/** @param {Child} child */
function openInbox(child) {
  /** @type {Map<number, Waiting>} */
  const inbox = new Map();
  inboxes.set(child, inbox);
  child.on('message', (message) => {
    const { id, result, error } = /** @type {any} */ (message);
    const waiting = inbox.get(id);
    inbox.delete(id);
    if (error) waiting?.reject(new Stop(error));
    else waiting?.resolve(result);
  });
  child.once('exit', (code) => {
    for (const { reject } of inbox.values()) {
      reject(new Stop(`A measured process has ended with ${code}.`));
    }
  });
  return inbox;
}

/**
 * Answers the commands of the parent process, and ends when that has ended. Several calls add up; a
 * name belongs to one of them.
 * @param {Record<string, (details: any) => unknown>} commands
 */
export function answerCommands(commands) {
  process.once('disconnect', () => process.exit());
  process.on('message', (message) => {
    const { id, name, ...details } = /** @type {any} */ (message);
    const command = commands[name];
    if (!command) return;
    Promise.resolve()
      .then(() => command(details))
      .then(
        (result) => process.send?.({ id, result }),
        (error) => process.send?.({ id, error: String(error?.stack ?? error) }),
      );
  });
}
