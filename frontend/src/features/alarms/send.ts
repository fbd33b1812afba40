import type { Alarm, RaiseAnswer, RaiseRequest } from '@contract/alarm';
import { ApiError } from '../../lib/http.js';

export type Press = RaiseRequest & { buildingId: string };

/** Why it is not sent yet; the one that helps a person most comes first. */
export type Trouble = 'offline' | 'not_kept' | 'slow';

export type SendState =
  | { phase: 'sending'; trouble?: Trouble }
  | { phase: 'sent'; answer: RaiseAnswer }
  | { phase: 'refused'; message: string }
  | { phase: 'failed' };

export interface SendTransport {
  /** Whether the socket may be used now; HTTP may always be tried. */
  socketIsUp(): boolean;
  isOnline(): boolean;
  /** Both throw ApiError for what the server refused, anything else when no answer came. */
  bySocket(press: Press): Promise<RaiseAnswer>;
  byHttp(press: Press, signal: AbortSignal): Promise<RaiseAnswer>;
}

export interface Sending {
  /** The stream showed the alarm: it was kept, whatever became of the answer, and however late. */
  confirm(alarm: Alarm): void;
  stop(): void;
}

const RETRY_MS = 1_000;
const SLOW_MS = 4_000;
const GIVE_UP_MS = 60_000;

/**
 * Sends one press until the server has answered: every second, with the same id, over whichever
 * way works, for 60 seconds. After that it never sends by itself.
 * @param tell called with every change; `sent` only after the server kept the alarm
 */
export function startSending(
  press: Press,
  transport: SendTransport,
  tell: (state: SendState) => void,
): Sending {
  const over = new AbortController();
  const began = performance.now();
  let socketBusy = false;
  let lastFailure: Trouble | undefined;
  let told: Trouble | undefined;

  const settle = (state: SendState) => {
    if (over.signal.aborted) return;
    stop();
    tell(state);
  };
  const stop = () => {
    clearInterval(timer);
    over.abort();
  };
  const tellTrouble = () => {
    if (over.signal.aborted) return;
    const slow = performance.now() - began >= SLOW_MS ? 'slow' : undefined;
    const trouble = transport.isOnline() ? (lastFailure ?? slow) : 'offline';
    if (trouble !== told) tell({ phase: 'sending', trouble });
    told = trouble;
  };

  const attempt = async () => {
    const viaSocket = transport.socketIsUp() && !socketBusy;
    try {
      // The connection may be half open: while it owes an answer, HTTP is the other way.
      if (viaSocket) socketBusy = true;
      const sent = viaSocket ? transport.bySocket(press) : transport.byHttp(press, over.signal);
      settle({ phase: 'sent', answer: await sent });
    } catch (error) {
      if (isFinal(error, viaSocket)) return settle({ phase: 'refused', message: error.message });
      lastFailure = troubleOf(error) ?? lastFailure;
      tellTrouble();
    } finally {
      if (viaSocket) socketBusy = false;
    }
  };

  const tick = () => {
    if (performance.now() - began >= GIVE_UP_MS) return settle({ phase: 'failed' });
    void attempt();
    tellTrouble();
  };
  const timer = setInterval(tick, RETRY_MS);
  tell({ phase: 'sending' });
  tick();

  return {
    stop,
    confirm: (alarm) => {
      if (alarm.id !== press.alarmId) return;
      stop();
      tell({ phase: 'sent', answer: { alarm, epoch: '', seq: 0, merged: false } });
    },
  };
}

/** What the server understood and refused, it will refuse again. An old token on the socket may not. */
function isFinal(error: unknown, viaSocket: boolean): error is ApiError {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return false;
  return !(viaSocket && error.status === 401);
}

function troubleOf(error: unknown): Trouble | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 0) return 'offline';
  return error.status >= 500 ? 'not_kept' : undefined;
}
