// @ts-check
import { once } from 'node:events';

/**
 * Sends a question to a child process and returns its next message.
 * @param {import('node:child_process').ChildProcess} child
 * @param {object} question
 * @returns {Promise<any>}
 */
export async function ask(child, question) {
  const answer = once(child, 'message');
  child.send(question);
  return (await answer)[0];
}
