import { type ApiError, request } from '../lib/net/http.js';
import { retryUntil } from '../lib/net/retry-until.js';

/** Browsers end a service worker that works for longer than about half a minute. */
const LONGEST_MS = 20_000;
const RETRY_MS = 1_500;
const TIMEOUT_MS = 5_000;

/**
 * Sends a request with a push's ticket, as the service worker has no session. Repeats it for up to
 * 20 s while the server cannot be reached.
 * @returns false when it was refused, or never arrived
 */
export async function post(path: string, ticket: string, body: object): Promise<boolean> {
  const since = performance.now();
  const headers = { Authorization: `Bearer ${ticket}` };
  const attempt = () =>
    request('POST', path, body, { auth: false, headers, timeoutMs: TIMEOUT_MS }).then(
      () => true,
      (error: ApiError) => {
        // Nothing can renew a ticket.
        if (error.status === 401) return false;
        throw error;
      },
    );
  const isOver = () => performance.now() - since > LONGEST_MS;
  return retryUntil(attempt, { isOver, delayMs: RETRY_MS }).then(
    (isSaved) => isSaved === true,
    () => false,
  );
}
