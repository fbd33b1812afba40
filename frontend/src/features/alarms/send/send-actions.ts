import { withTimeout } from '../../../lib/time/with-timeout.js';
import { useSession } from '../../../lib/session/session.js';
import {
  currentPress,
  follow,
  forgetSending,
  goOn,
  KEEP_MS,
  leave,
  sendNow,
  take,
  tell,
} from './current-press.js';
import { dropPress, keepPress, lastPressOf, type PressRecord } from './press-record.js';
import { takeTurn, tellTabs } from './press-lock.js';
import { isInTime } from './send-loop.js';
import { newPress, useSend } from './send-store.js';

/** What a person, and the page around them, may do about a press. */

/** @param separate not to join an alarm of the same type that is going on */
export function send(separate = false): void {
  const { sheet, state } = useSend.getState();
  if (sheet && state?.phase !== 'sending') begin(newPress(sheet, separate));
}

/** A new press: the old one's minute is over, and what it may have raised may be over too. */
export function sendAgain(): void {
  const { sheet, state } = useSend.getState();
  if (!sheet || state?.phase === 'sending') return;
  const before = currentPress()?.record.press;
  if (before) void dropPress(before.alarmId);
  begin(newPress(sheet, before?.separate === true));
}

/** Closing while it is being sent would hide what becomes of it, so that is not done. */
export function closeSheet(): void {
  if (useSend.getState().state?.phase === 'sending') return;
  const mine = currentPress();
  // One whose end is still being looked for was not seen yet.
  if (mine?.state) {
    void dropPress(mine.record.press.alarmId);
    tellTabs({ record: mine.record });
    leave();
  }
  useSend.setState({ sheet: undefined, state: undefined });
}

/** Of the page, not of the person: what is being sent is sent on, the rest is found again. */
export function leaveSending(): void {
  if (useSend.getState().state?.phase !== 'sending') forgetSending();
}

/** After a reload or a crash: goes on within the minute, and says what became of it after that. */
export async function resumeSending(): Promise<void> {
  const userId = useSession.getState().user?.id;
  if (!userId || currentPress()) return;
  const record = await lastPressOf(userId).catch(() => undefined);
  if (!record || currentPress() || useSession.getState().user?.id !== userId) return;
  const mine = take(record);
  if (record.refusal !== undefined || !isInTime(record.pressedAtMs)) return void goOn(mine);
  tell(mine, { phase: 'sending' });
  follow(mine);
}

function begin(record: PressRecord): void {
  const mine = take(record);
  const { alarmId } = record.press;
  takeTurn(alarmId, mine.done.signal, () => undefined);
  tell(mine, { phase: 'sending' });
  void withTimeout(KEEP_MS, keepPress(record)).then(() => sendNow(mine));
}
