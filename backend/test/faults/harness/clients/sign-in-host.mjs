// @ts-check
/**
 * Signs many accounts in at once from a separate process, so that measurements of the node exclude
 * the senders.
 */

/** @typedef {{ url: string, emails: string[], password: string }} Crowd */

/** Longer than a node takes to answer everything. */
const ANSWER_MS = 20_000;

/** @param {Crowd} crowd @param {string} email @returns {Promise<string>} the status, or "none" */
async function signIn({ url, password }, email) {
  const answer = fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return answer.then(({ status }) => `${status}`).catch(() => 'none');
}

/** Sends all sign-ins at once, again and again, until it is told to stop. */
let isPouring = false;

process.on('message', async (/** @type {Crowd | 'stop'} */ message) => {
  isPouring = message !== 'stop';
  if (message === 'stop') return;
  /** @type {Record<string, number>} */
  const statuses = {};
  while (isPouring) {
    const answers = message.emails.map((email) => signIn(message, email));
    for (const status of await Promise.all(answers)) {
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  process.send?.(statuses);
});
process.once('disconnect', () => process.exit());
