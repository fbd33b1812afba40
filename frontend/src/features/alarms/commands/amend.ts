import type { AmendRequest } from '@contract/alarm';
import { create } from 'zustand';
import { isFinal } from '../../../lib/net/is-final.js';
import { retryUntil } from '../../../lib/net/retry-until.js';
import { useSession } from '../../../lib/session/session.js';
import { sendAmendment } from './alarms-api.js';
import { recordAmended } from '../feed/feed-store.js';

export interface Amendment {
  /** Not saved by the server yet. */
  unsaved: AmendRequest;
  phase: 'saving' | 'late' | 'saved' | 'refused';
  /** The server's words when it refused the amendment. */
  refusal?: string;
}

/** Place and note that the sender has added here, by alarm. They outlive the page of the form. */
export const useAmendments = create<{ amendments: Record<string, Amendment | undefined> }>(() => ({
  amendments: {},
}));

const amendmentOf = (alarmId: string) => useAmendments.getState().amendments[alarmId];

/** Sends a change until the server has saved or refused it. */
export async function amend(alarmId: string, change: AmendRequest): Promise<void> {
  const before = amendmentOf(alarmId);
  const isRunning = before?.phase === 'saving' || before?.phase === 'late';
  const unsaved = { ...before?.unsaved, ...change };
  set(alarmId, { unsaved, phase: isRunning ? before.phase : 'saving' });
  if (!isRunning) await send(alarmId);
}

/** One request at a time and alarm: of two on the way the older one could arrive last. */
async function send(alarmId: string): Promise<void> {
  let sent: AmendRequest | undefined;
  const attempt = async () => {
    sent = amendmentOf(alarmId)?.unsaved;
    if (sent) recordAmended(await sendAmendment(alarmId, sent));
  };
  const onFailure = () => update(alarmId, { phase: 'late' });
  const isOver = () => !amendmentOf(alarmId);
  try {
    while (!isOver()) {
      await retryUntil(attempt, { isOver, onFailure });
      // An addition while the request was on its way has to be sent too.
      if (amendmentOf(alarmId)?.unsaved !== sent) continue;
      return update(alarmId, { unsaved: {}, phase: 'saved' });
    }
  } catch (error) {
    if (!isFinal(error)) throw error;
    update(alarmId, { unsaved: {}, phase: 'refused', refusal: error.message });
  }
}

/** Does nothing about an alarm that was forgotten with its sender's sign-out. */
function update(alarmId: string, change: Partial<Amendment>): void {
  const before = amendmentOf(alarmId);
  if (before) set(alarmId, { ...before, ...change });
}

function set(alarmId: string, amendment: Amendment): void {
  useAmendments.setState(({ amendments }) => ({
    amendments: { ...amendments, [alarmId]: amendment },
  }));
}

// The next person who signs in must not see what this one wrote.
useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) useAmendments.setState({ amendments: {} });
});
