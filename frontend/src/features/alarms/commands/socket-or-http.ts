import type { Ack } from '@contract/events';
import type { ErrorCode } from '@contract/errors';
import { SOCKET_ERRORS } from '@contract/socket-errors';
import { ApiError } from '../../../lib/net/http.js';
import { socket } from '../../../lib/realtime/socket.js';

export const SOCKET_MS = 5_000;
export const HTTP_MS = 5_000;

/**
 * Uses the socket, or HTTP when the socket is down, does not reply or has an expired token.
 * @param besideMs how long the socket may owe its reply before HTTP is tried beside it; only for what
 *   the server may receive twice (decision 73)
 */
export function eitherWay<T>(
  bySocket: () => Promise<T>,
  byHttp: () => Promise<T>,
  besideMs = SOCKET_MS,
): Promise<T> {
  if (!socket.connected) return byHttp();
  let beside: Promise<T> | undefined;
  const overHttp = () => (beside ??= byHttp());
  return new Promise<T>((resolve, reject) => {
    // When HTTP fails, the socket may still reply.
    const timer = setTimeout(() => void overHttp().then(resolve, () => undefined), besideMs);
    const replied = bySocket().catch((error: unknown) => {
      if (error instanceof ApiError && error.status !== 401) throw error;
      return overHttp();
    });
    void replied.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @throws ApiError for a refusal, as an HTTP request does */
export function unwrap<T extends object>(ack: Ack<T>): T {
  if (ack.ok) return ack;
  const { code, message, fields, retryInMs } = ack.error;
  throw new ApiError(statusOf(code), code, message, fields, retryInMs);
}

function statusOf(code: ErrorCode): number {
  // A newer server may send a code that this page does not know.
  return code in SOCKET_ERRORS ? SOCKET_ERRORS[code as keyof typeof SOCKET_ERRORS].status : 500;
}
