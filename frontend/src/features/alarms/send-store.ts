import type { AlarmType, RaiseAnswer } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { create } from 'zustand';
import { uuid } from '../../lib/ids.js';
import { noteJoined } from './attention.js';
import { transport } from './calls.js';
import { useFeed } from './feed-store.js';
import { type Press, type Sending, type SendState, startSending } from './send.js';

export interface SendStore {
  /** What the sheet asks about, while it is open. */
  sheet?: { membership: Membership; type: AlarmType };
  state?: SendState;
  /** The last press that the server kept, by this tab's clock. */
  sent?: { answer: RaiseAnswer; atMs: number };
}

/**
 * One press at a time. It lives outside the page that began it: an alarm that is being sent must be
 * seen to its end wherever the person goes.
 */
export const useSend = create<SendStore>(() => ({}));

let press: Press | undefined;
let sending: Sending | undefined;

export function openSheet(membership: Membership, type: AlarmType): void {
  useSend.setState({ sheet: { membership, type }, state: undefined });
}

/** Closing while it is being sent would hide what becomes of it, so that is not done. */
export function closeSheet(): void {
  if (useSend.getState().state?.phase === 'sending') return;
  useSend.setState({ sheet: undefined, state: undefined });
}

/** @param separate not to join an alarm of the same type that is going on */
export function send(separate = false): void {
  const { sheet, state } = useSend.getState();
  if (!sheet || state?.phase === 'sending') return;
  const { membership, type } = sheet;
  const buildingId = membership.building.id;
  press = { buildingId, alarmId: uuid(), type, ...(separate && { separate }) };
  sendPress();
}

/** The same press again: if it was kept after all, the server answers as it did then. */
export function sendAgain(): void {
  if (useSend.getState().state?.phase !== 'sending') sendPress();
}

export function forgetSending(): void {
  sending?.stop();
  press = undefined;
  useSend.setState({}, true);
}

function sendPress(): void {
  if (!press) return;
  sending?.stop();
  sending = startSending(press, transport, (state) => {
    if (state.phase !== 'sent') return useSend.setState({ state });
    const { answer } = state;
    if (answer.merged) noteJoined(answer.alarm.id);
    useSend.setState({ sheet: undefined, state, sent: { answer, atMs: Date.now() } });
  });
}

// An answer that got lost is no failure when the stream shows the alarm.
useFeed.subscribe(({ buildings }) => {
  const phase = useSend.getState().state?.phase;
  if (!press || (phase !== 'sending' && phase !== 'failed')) return;
  const feed = buildings[press.buildingId];
  const found = feed?.active[press.alarmId] ?? feed?.ended.find(({ id }) => id === press?.alarmId);
  if (found) sending?.confirm(found);
});
