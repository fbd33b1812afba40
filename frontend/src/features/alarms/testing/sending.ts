import type { RaiseResult } from '@contract/alarm';
import { ERRORS, type ErrorCode } from '@contract/errors';
import { vi } from 'vitest';
import { ApiError } from '../../../lib/net/http.js';
import type { Press, SendState } from '../send/press.js';
import { startSending } from '../send/send-loop.js';
import { makeAlarm } from './fixtures.js';

export const press: Press = { buildingId: 'b', alarmId: 'press-1', type: 'fire' };
export const answer: RaiseResult = {
  alarm: makeAlarm({ id: 'press-1' }),
  epoch: 'e',
  seq: 5,
  merged: false,
};
export const refusal = (code: ErrorCode, retryInMs?: number) =>
  new ApiError(ERRORS[code].status, code, ERRORS[code].message, undefined, retryInMs);
export const unreachable = () => new ApiError(0, 'network.unreachable', 'Servern svarar inte.');
export const never = () => new Promise<RaiseResult>(() => undefined);

export const transport = {
  socketIsUp: vi.fn(() => false),
  isOnline: vi.fn(() => true),
  bySocket: vi.fn(never),
  byHttp: vi.fn((_press: Press, _signal: AbortSignal) => never()),
};

/** The states that the last sending has reported. */
export const reported: SendState[] = [];
export const last = () => reported.at(-1);

/** Sends the press. @returns the function that stops it */
export const start = (pressedAtMs?: number) =>
  startSending(press, transport, (state) => reported.push(state), pressedAtMs);

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Steps the clock by hand from now on, in a tab without a socket whose requests stay unanswered. */
export function beginSending(): void {
  vi.restoreAllMocks();
  vi.useFakeTimers();
  reported.length = 0;
  transport.socketIsUp.mockReset().mockReturnValue(false);
  transport.isOnline.mockReset().mockReturnValue(true);
  transport.bySocket.mockReset().mockImplementation(never);
  transport.byHttp.mockReset().mockImplementation(never);
}
