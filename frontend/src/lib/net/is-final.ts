import { ApiError } from './http.js';

/**
 * Whether the server understood a request and refused it, so that the same request would be refused
 * again. These are no such answers, and a later attempt may succeed:
 * - 401: the access token could not be renewed in time;
 * - 408 and 429: the request should come again later. `alarm.rate_limited` is the exception: it says
 *   that this press will not be taken;
 * - `request.invalid` with another status than 400: the page of a proxy, which `request` gives this
 *   code because it has none of ours.
 */
export function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  if (status < 400 || status >= 500) return false;
  if (status === 401 || status === 408) return false;
  if (status === 429) return code === 'alarm.rate_limited';
  return status === 400 || code !== 'request.invalid';
}
