import { useSession } from '../../../lib/session/session.js';
import { currentPress, dispatch } from './press-machine.js';
import { loadLastPress } from './press-record.js';
import { newPress, useSend } from './send-store.js';

/** The actions that a person or a page takes on a press. */

/** @param separate true to raise an alarm instead of joining an active one of the same type */
export function send(separate = false): void {
  const { sheet, state } = useSend.getState();
  if (!sheet || state?.phase === 'sending') return;
  dispatch({ type: 'pressed', record: newPress(sheet, separate), isRetry: false });
}

/** Makes a new press: the old id is not repeated, because an alarm that it raised may be over. */
export function sendAgain(): void {
  const { sheet, state } = useSend.getState();
  if (!sheet || state?.phase === 'sending') return;
  const separate = currentPress()?.record.press.separate === true;
  dispatch({ type: 'pressed', record: newPress(sheet, separate), isRetry: true });
}

/** Closes the sheet, but not while a press is being sent: closing would hide its outcome. */
export function closeSheet(): void {
  dispatch({ type: 'sheetClosed' });
}

/** Closes the message about a press, and stops the press: nothing may be sent unseen. */
export function dropPress(): void {
  dispatch({ type: 'dropped' });
}

/** Leaves the page: a press that is being sent continues, any other is hidden but stays saved. */
export function leaveSending(): void {
  dispatch({ type: 'pageLeft' });
}

/**
 * Resumes a saved press after a reload or a crash: sends it within its minute, and looks up its
 * outcome after that.
 */
export async function resumeSending(): Promise<void> {
  const userId = useSession.getState().user?.id;
  if (!userId || currentPress()) return;
  const record = await loadLastPress(userId).catch(() => undefined);
  if (!record || currentPress() || useSession.getState().user?.id !== userId) return;
  dispatch({ type: 'restored', record, nowMs: Date.now() });
}
