import type { Alarm, Response } from '@contract/alarm';
import { create } from 'zustand';
import { ApiError } from '../../../lib/net/http.js';
import { sendAnswer } from './alarms-api.js';
import { feedOf, noteAnswer } from '../feed/feed-store.js';

export interface PendingAnswer {
  response: Response;
  place?: string;
  /** Set after the first failure; it goes on trying. */
  late: boolean;
  /** The server's words, when it will not take the answer. */
  refusal?: string;
}

/** Answers that were given here and are not kept by the server yet, by alarm. */
export const usePendingAnswers = create<{ pending: Record<string, PendingAnswer> }>(() => ({
  pending: {},
}));

const RETRY_MS = 2_000;

/** Sends an answer until it is kept, the alarm is over, or another answer replaces it. */
export async function respond(alarm: Alarm, response: Response, place?: string): Promise<void> {
  let mine: PendingAnswer = { response, place, late: false };
  const isMine = () => usePendingAnswers.getState().pending[alarm.id] === mine;
  const note = (change: Partial<PendingAnswer>) => {
    mine = { ...mine, ...change };
    set(alarm.id, mine);
  };
  set(alarm.id, mine);
  do {
    try {
      const answer = await sendAnswer(alarm.id, response, place);
      if (!isMine()) return;
      noteAnswer(answer);
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

export function forgetAnswers(): void {
  usePendingAnswers.setState({ pending: {} });
}

function set(alarmId: string, answer: PendingAnswer | undefined): void {
  usePendingAnswers.setState(({ pending }) => {
    const { [alarmId]: _before, ...others } = pending;
    return { pending: answer ? { ...others, [alarmId]: answer } : others };
  });
}
