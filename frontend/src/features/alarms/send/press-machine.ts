import { useSession } from '../../../lib/session/session.js';
import { useFeed } from '../feed/feed-store.js';
import { alarmsInFeed, clocks, runEffect } from './press-effects.js';
import type { PressEvent } from './press-events.js';
import { onTabMessage } from './press-lock.js';
import { reduce } from './press-state.js';
import type { CurrentPress, PressState } from './press-steps.js';

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
      for (const effect of step.effects) runEffect(effect, dispatch);
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
  dispatch({ type: 'userChanged', hasSignedOut: now.left === true });
});
