import type { RaiseResult } from '@contract/alarm';
import type { ErrorCode } from '@contract/errors';
import { ApiError, request } from '../../../lib/net/http.js';
import { isFinal } from '../../../lib/net/retry.js';
import { isOnline } from '../../../lib/net/network.js';
import { socket } from '../../../lib/realtime/socket.js';
import { elapsedSince } from '../../../lib/time/clock.js';
import { HEDGE_AFTER_MS, HTTP_MS, overSocket } from '../commands/alarms-api.js';
import { GIVE_UP_MS, type Press, type SendState, type Trouble } from './press.js';

interface SendTransport {
  /** Whether the socket may be used now; HTTP may always be tried. */
  socketIsUp(): boolean;
  isOnline(): boolean;
  /** Both throw ApiError for a refusal. Without a reply, `byHttp` throws it with status 0. */
  bySocket(press: Press): Promise<RaiseResult>;
  byHttp(press: Press, signal: AbortSignal): Promise<RaiseResult | undefined>;
}

export const RETRY_MS = 1_000;
/** A node that shuts down refuses; the proxy gives the next attempt to another one. */
const ELSEWHERE_MS = 200;
/** A node without room says when it has some; it is not believed for longer than this. */
const LONGEST_PAUSE_MS = 10_000;
/**
 * A press that no node has accepted by then is shown as not sent. After that only the attempts of every
 * second go on, because the server limits the requests of one user.
 */
const NOWHERE_MS = 2_000;
const SLOW_MS = 4_000;

/**
 * Sends one press until the server accepts or refuses it: every second, with the same id, by socket
 * or HTTP, for 60 seconds; while a node has no room, at the time that the node gives instead. After
 * the 60 seconds it never sends by itself.
 * @param onChange called with every change; `sent` only after the server saved the alarm
 * @param pressedAtMs by this browser's clock; earlier than now when a reload came in between
 * @returns a function that stops the sending without another call of `onChange`
 */
export function startSending(
  press: Press,
  transport: SendTransport,
  onChange: (state: SendState) => void,
  pressedAtMs?: number,
): () => void {
  const over = new AbortController();
  const elapsedMs = elapsedSince(pressedAtMs);
  let socketBusy = false;
  let lastFailure: Trouble | undefined;
  let reported: Trouble | undefined;
  let elsewhere: ReturnType<typeof setTimeout> | undefined;
  let hedgeTimer: ReturnType<typeof setTimeout> | undefined;
  let isHedging = false;
  /** By `performance.now()`; before it no attempt begins by itself. */
  let pausedUntilMs = 0;

  const settle = (state: SendState) => {
    if (over.signal.aborted) return;
    stop();
    onChange(state);
  };
  const stop = () => {
    clearInterval(timer);
    clearTimeout(elsewhere);
    clearTimeout(hedgeTimer);
    over.abort();
  };
  const reportTrouble = () => {
    if (over.signal.aborted) return;
    const slow = elapsedMs() >= SLOW_MS ? 'slow' : undefined;
    const trouble = transport.isOnline() ? (lastFailure ?? slow) : 'offline';
    if (trouble !== reported) onChange({ phase: 'sending', trouble });
    reported = trouble;
  };

  const attempt = async () => {
    const viaSocket = transport.socketIsUp() && !socketBusy;
    try {
      // While the socket owes its acknowledgement, this and the next attempts use HTTP.
      if (viaSocket) {
        socketBusy = true;
        hedgeTimer = setTimeout(() => void hedge(), HEDGE_AFTER_MS);
      }
      const sent = viaSocket ? transport.bySocket(press) : transport.byHttp(press, over.signal);
      const answer = await sent;
      // A network may answer with a success of its own.
      if (answer?.alarm) settle({ phase: 'sent', answer });
    } catch (error) {
      if (isFinal(error)) return settle({ phase: 'refused', message: error.message });
      if (isCode(error, 'system.restarting')) return askElsewhere();
      if (isCode(error, 'alarm.busy')) return pause(error.retryInMs ?? RETRY_MS);
      lastFailure = troubleOf(error) ?? lastFailure;
      reportTrouble();
    } finally {
      if (viaSocket) {
        socketBusy = false;
        clearTimeout(hedgeTimer);
      }
    }
  };

  const hedge = async () => {
    isHedging = true;
    await attempt();
    isHedging = false;
  };

  const askElsewhere = () => {
    if (!reportNowhere()) attemptIn(ELSEWHERE_MS);
  };

  /** Asking every second would cost the node the requests of others. */
  const pause = (forMs: number) => {
    reportNowhere();
    const pauseMs = Math.min(forMs, LONGEST_PAUSE_MS);
    pausedUntilMs = performance.now() + pauseMs;
    attemptIn(pauseMs);
  };

  const attemptIn = (ms: number) => {
    if (over.signal.aborted) return;
    clearTimeout(elsewhere);
    elsewhere = setTimeout(() => void attempt(), ms);
  };

  /** @returns true once the press has found no node for a while, which is then shown as a failure */
  const reportNowhere = (): boolean => {
    const isNowhere = elapsedMs() >= NOWHERE_MS;
    if (isNowhere) lastFailure = 'not_kept';
    reportTrouble();
    return isNowhere;
  };

  const tick = () => {
    if (elapsedMs() >= GIVE_UP_MS) return settle({ phase: 'failed' });
    if (performance.now() < pausedUntilMs) return void reportNowhere();
    // The server refuses a third request while two wait, so a hedge replaces the next one.
    if (isHedging) isHedging = false;
    else void attempt();
    reportTrouble();
  };
  const timer = setInterval(tick, RETRY_MS);
  onChange({ phase: 'sending' });
  tick();

  return stop;
}

const isCode = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code;

function troubleOf(error: unknown): Trouble | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 0) return 'offline';
  return error.status >= 500 ? 'not_kept' : undefined;
}

export const transport: SendTransport = {
  // Without a network, the browser holds a socket's packet and sends it once the network is back,
  // also long after the page showed that the alarm was not sent. An HTTP request fails instead.
  socketIsUp: () => socket.connected && isOnline(),
  isOnline,
  bySocket: (press) => overSocket('alarm:raise', press),
  byHttp: ({ buildingId, ...body }, signal) =>
    request<RaiseResult>('POST', `/buildings/${buildingId}/alarms`, body, {
      signal,
      timeoutMs: HTTP_MS,
    }),
};
