import type { AmendRequest } from '@contract/alarm';
import { create } from 'zustand';
import { ApiError } from '../../../lib/net/http.js';
import { useSession } from '../../../lib/session/session.js';
import { sendAmendment } from './alarms-api.js';
import { noteAmended } from '../feed/feed-store.js';

export interface Amendment {
  /** What the server has not kept yet. */
  told: AmendRequest;
  phase: 'saving' | 'late' | 'saved' | 'refused';
  /** The server's words. */
  refusal?: string;
}

/** What the sender has told of an alarm here, by alarm. It outlives the page it was told on. */
export const useAmendments = create<{ amendments: Record<string, Amendment | undefined> }>(() => ({
  amendments: {},
}));

const RETRY_MS = 2_000;

const amendmentOf = (alarmId: string) => useAmendments.getState().amendments[alarmId];

/**
 * Tells the server until it has kept or refused it. One call at a time and alarm: of two on the
 * way the older one could arrive last.
 */
export async function amend(id: string, told: AmendRequest): Promise<void> {
  const before = amendmentOf(id);
  const isRunning = before?.phase === 'saving' || before?.phase === 'late';
  set(id, { told: { ...before?.told, ...told }, phase: isRunning ? before.phase : 'saving' });
  if (isRunning) return;
  for (let mine = amendmentOf(id); mine; mine = amendmentOf(id)) {
    try {
      noteAmended(await sendAmendment(id, mine.told));
      if (amendmentOf(id)?.told === mine.told) return set(id, { told: {}, phase: 'saved' });
    } catch (error) {
      const rest = amendmentOf(id);
      if (!rest) return;
      if (error instanceof ApiError && !error.isPassing && error.status !== 401) {
        return set(id, { told: {}, phase: 'refused', refusal: error.message });
      }
      set(id, { ...rest, phase: 'late' });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function set(alarmId: string, amendment: Amendment): void {
  useAmendments.setState(({ amendments }) => ({
    amendments: { ...amendments, [alarmId]: amendment },
  }));
}

// What one person may see must be gone before the next one signs in.
useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) useAmendments.setState({ amendments: {} });
});
