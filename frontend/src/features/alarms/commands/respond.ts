import type { Alarm, ResponseKind } from '@contract/alarm';
import { create } from 'zustand';
import { isFinal } from '../../../lib/net/is-final.js';
import { retryUntil } from '../../../lib/net/retry-until.js';
import { sendResponse } from './alarms-api.js';
import { feedOf, recordResponse } from '../feed/feed-store.js';

export interface PendingResponse {
  response: ResponseKind;
  place?: string;
  /** True after a failed attempt; the response is sent again. */
  late: boolean;
  /** The server's words when it refused the response. */
  refusal?: string;
}

/** Responses that the server has not saved yet, by alarm. */
export const usePendingResponses = create<{ pending: Record<string, PendingResponse> }>(() => ({
  pending: {},
}));

/** Sends a response until it is saved, the alarm is over, or another response replaces it. */
export async function respond(alarm: Alarm, response: ResponseKind, place?: string): Promise<void> {
  let mine: PendingResponse = { response, place, late: false };
  const isMine = () => usePendingResponses.getState().pending[alarm.id] === mine;
  const update = (change: Partial<PendingResponse>) => {
    if (!isMine()) return;
    mine = { ...mine, ...change };
    set(alarm.id, mine);
  };
  const attempt = async () => {
    const saved = await sendResponse(alarm.id, response, place);
    if (!isMine()) return;
    recordResponse(saved);
    set(alarm.id, undefined);
  };
  const isOver = () => !isMine() || !feedOf(alarm.buildingId).active[alarm.id];

  set(alarm.id, mine);
  try {
    await retryUntil(attempt, { isOver, onFailure: () => update({ late: true }) });
    // An unsent call for help stays: at the alarm's end the person is asked if they need help.
    if (isMine() && response !== 'need_help') set(alarm.id, undefined);
  } catch (error) {
    if (!isFinal(error)) throw error;
    update({ refusal: error.message });
  }
}

export function forgetPendingResponses(): void {
  usePendingResponses.setState({ pending: {} });
}

function set(alarmId: string, response: PendingResponse | undefined): void {
  usePendingResponses.setState(({ pending }) => {
    const { [alarmId]: _before, ...others } = pending;
    return { pending: response ? { ...others, [alarmId]: response } : others };
  });
}
