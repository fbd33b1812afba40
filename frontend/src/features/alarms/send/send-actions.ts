import { useSession } from '../../../lib/session/session.js';
import { currentPress, dispatch } from './press-machine.js';
import { loadLastPress } from './press-record.js';
import { newPress, useSend } from './send-store.js';

/** The actions of a person, and of the page around them, about a press. */

/** @param separate not to join an alarm of the same type that is going on */
export function send(separate = false): void {
  const { sheet, state } = useSend.getState();
  if (!sheet || state?.phase === 'sending') return;
  dispatch({ type: 'pressed', record: newPress(sheet, separate), isRetry: false });
}

/** A new press: the old one's minute is over, and what it may have raised may be over too. */
export function sendAgain(): void {
  const { sheet, state } = useSend.getState();
  if (!sheet || state?.phase === 'sending') return;
  const separate = currentPress()?.record.press.separate === true;
  dispatch({ type: 'pressed', record: newPress(sheet, separate), isRetry: true });
}

/** Does nothing while an alarm is being sent: closing would hide what becomes of it. */
export function closeSheet(): void {
  dispatch({ type: 'sheetClosed' });
}

/** The page ends, not the person's session: what is being sent is sent on, the rest is found again. */
export function leaveSending(): void {
  dispatch({ type: 'pageLeft' });
}

/** After a reload or a crash: continues within the minute, and looks up the outcome after it. */
export async function resumeSending(): Promise<void> {
  const userId = useSession.getState().user?.id;
  if (!userId || currentPress()) return;
  const record = await loadLastPress(userId).catch(() => undefined);
  if (!record || currentPress() || useSession.getState().user?.id !== userId) return;
  dispatch({ type: 'restored', record, nowMs: Date.now() });
}
