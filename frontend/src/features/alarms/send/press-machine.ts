import { useSession } from '../../../lib/session/session.js';
import { useFeed } from '../feed/feed-store.js';
import { alarmsInFeed, clocks, loadLastPress, onTabMessage, runEffect } from './press-effects.js';
import { type CurrentPress, type PressState, reduce } from './press-state.js';
import type { EffectResult, PressEvent } from './press.js';
import { newPress, useSend } from './send-store.js';

/** Holds the one press of this tab, and dispatches the events that change it from outside. */

let state: PressState = { round: 0 };
const waiting: PressEvent[] = [];
let isRunning = false;

export const currentPress = (): CurrentPress | undefined => state.current;

/** Applies an event. An event from a running effect waits until the current effects have run. */
export function dispatch(event: PressEvent): void {
  waiting.push(event);
  if (isRunning) return;
  isRunning = true;
  try {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const step = reduce(state, next);
      state = step.state;
      const { round } = state;
      const report = (result: EffectResult) => dispatch({ ...result, round });
      for (const effect of step.effects) runEffect(effect, report);
    }
  } finally {
    isRunning = false;
  }
}

onTabMessage((message) => {
  const userId = useSession.getState().user?.id;
  dispatch({ type: 'messageReceived', message, userId });
});

useFeed.subscribe(({ buildings }, before) => {
  const sentTo = useSend.getState().sent?.answer.alarm.buildingId ?? '';
  // The person has left the building: its alarm would be shown as not in the feed yet.
  if (before.buildings[sentTo] && !buildings[sentTo]) useSend.setState({ sent: undefined });
  const { round, current } = state;
  if (!current) return;
  const { record } = current;
  const [feed, old] = [buildings, before.buildings].map((all) => all[record.press.buildingId]);
  if (feed === old) return;
  const hasAdvanced = feed?.cursor !== old?.cursor;
  const alarms = alarmsInFeed(record);
  dispatch({ type: 'feedChanged', round, alarms, clocks: clocks(), hasAdvanced });
});

useSession.subscribe((now, before) => {
  if (now.user?.id === before.user?.id) return;
  // The sheet is gone from now on, so the sign-in page says it.
  if (!now.user && !now.left && state.current?.progress) useSession.setState({ unsent: true });
  dispatch({ type: 'userChanged', hasSignedOut: now.left === true });
});

/** @param separate true to raise an alarm instead of joining an active one of the same type */
export function sendAlarm(separate = false): void {
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
export const closeSheet = (): void => dispatch({ type: 'sheetClosed' });

/** Closes the message about a press, and stops the press: nothing may be sent unseen. */
export const dropPress = (): void => dispatch({ type: 'dropped' });

/** Leaves the page: a press that is being sent continues, any other is hidden but stays saved. */
export const leaveSending = (): void => dispatch({ type: 'pageLeft' });

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
