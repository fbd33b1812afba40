import type { AmendRequest } from '@contract/alarm';
import { create } from 'zustand';
import { isFinal } from '../../../lib/net/is-final.js';
import { retryUntil } from '../../../lib/net/retry-until.js';
import { useSession } from '../../../lib/session/session.js';
import { sendAmendment } from './alarms-api.js';
import { recordAmended } from '../feed/feed-store.js';

export interface Amendment {
  /** The changes that the server has not saved yet. */
  unsaved: AmendRequest;
  phase: 'saving' | 'late' | 'saved' | 'refused';
  /** The server's words when it refused the amendment. */
  refusal?: string;
}

/** The place and the note that the sender added in this tab, by alarm. Page changes keep them. */
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

/** Sends one request at a time for an alarm: of two under way, the older could arrive last. */
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
      // A change that was made during the request has to be sent too.
      if (amendmentOf(alarmId)?.unsaved !== sent) continue;
      return update(alarmId, { unsaved: {}, phase: 'saved' });
    }
  } catch (error) {
    if (!isFinal(error)) throw error;
    update(alarmId, { unsaved: {}, phase: 'refused', refusal: error.message });
  }
}

/** Does nothing when a sign-out has cleared the amendments meanwhile. */
function update(alarmId: string, change: Partial<Amendment>): void {
  const before = amendmentOf(alarmId);
  if (before) set(alarmId, { ...before, ...change });
}

function set(alarmId: string, amendment: Amendment): void {
  useAmendments.setState(({ amendments }) => ({
    amendments: { ...amendments, [alarmId]: amendment },
  }));
}

// The next user of this browser must not see this user's text.
useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) useAmendments.setState({ amendments: {} });
});
