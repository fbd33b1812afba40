import { ApiError } from './http.js';

/**
 * Returns true when the server understood a request and refused it, so that the same request would
 * be refused again. These refusals are not final, and a later attempt may succeed:
 * - 401: the access token could not be renewed in time;
 * - 408 and 429: the request should come again later. `alarm.rate_limited` is the exception: this
 *   press will not be accepted later.
 */
export function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  if (status < 400 || status >= 500) return false;
  if (status === 401 || status === 408) return false;
  return status !== 429 || code === 'alarm.rate_limited';
}
