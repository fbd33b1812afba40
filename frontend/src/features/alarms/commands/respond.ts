import type { Alarm, ResponseKind } from '@contract/alarm';
import { create } from 'zustand';
import { ApiError } from '../../../lib/net/http.js';
import { sendResponse } from './alarms-api.js';
import { feedOf, recordResponse } from '../feed/feed-store.js';

export interface PendingResponse {
  response: ResponseKind;
  place?: string;
  /** Set after the first failure; it goes on trying. */
  late: boolean;
  /** The server's words, when it will not take the answer. */
  refusal?: string;
}

/** Answers that were given here and are not kept by the server yet, by alarm. */
export const usePendingResponses = create<{ pending: Record<string, PendingResponse> }>(() => ({
  pending: {},
}));

const RETRY_MS = 2_000;

/** Sends an answer until it is kept, the alarm is over, or another answer replaces it. */
export async function respond(alarm: Alarm, response: ResponseKind, place?: string): Promise<void> {
  let mine: PendingResponse = { response, place, late: false };
  const isMine = () => usePendingResponses.getState().pending[alarm.id] === mine;
  const note = (change: Partial<PendingResponse>) => {
    mine = { ...mine, ...change };
    set(alarm.id, mine);
  };
  set(alarm.id, mine);
  do {
    try {
      const answer = await sendResponse(alarm.id, response, place);
      if (!isMine()) return;
      recordResponse(answer);
      return set(alarm.id, undefined);
    } catch (error) {
      if (!isMine()) return;
      if (error instanceof ApiError && !error.isPassing) return note({ refusal: error.message });
      note({ late: true });
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  } while (isMine() && feedOf(alarm.buildingId).active[alarm.id]);
  // A call for help that nobody got is asked about when the alarm is over.
  if (isMine() && response !== 'need_help') set(alarm.id, undefined);
}

export function forgetPendingResponses(): void {
  usePendingResponses.setState({ pending: {} });
}

function set(alarmId: string, answer: PendingResponse | undefined): void {
  usePendingResponses.setState(({ pending }) => {
    const { [alarmId]: _before, ...others } = pending;
    return { pending: answer ? { ...others, [alarmId]: answer } : others };
  });
}
