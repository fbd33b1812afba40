import type { AlarmType, RaiseResult } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { create } from 'zustand';
import { uuid } from '../../../lib/browser/ids.js';
import { loadMe, useMe } from '../../../lib/session/me.js';
import { useSession } from '../../../lib/session/session.js';
import { isServerTimeKnown, serverNow } from '../../../lib/time/clock.js';
import { recordJoined } from '../commands/attention.js';
import type { PressRecord, Sender, SendState } from './press.js';

export interface Sheet {
  sender: Sender;
  type: AlarmType;
  /** The time of the press, by the server's clock as far as it is known; unset before the press. */
  pressedAtMs?: number;
}

export interface SendStore {
  /** Set while the sheet is open. */
  sheet?: Sheet;
  state?: SendState;
  /** The last press that the server saved; `atMs` is by the server's clock, `sinceMs` by `performance.now()`. */
  sent?: { answer: RaiseResult; atMs: number; sinceMs: number };
}

/**
 * The state of the sheet and of the confirmation after it. It is not part of one page, because an
 * alarm that is being sent stays visible on every page until it is settled.
 */
export const useSend = create<SendStore>(() => ({}));

export function openSheet({ id, building, entrance, apartment }: Membership, type: AlarmType) {
  const sender: Sender = { id, building, apartment, ...(entrance !== undefined && { entrance }) };
  useSend.setState({ sheet: { sender, type }, state: undefined });
}

/** @param separate true to raise an alarm instead of joining an active one of the same type */
export function newPress({ sender, type }: Sheet, separate: boolean): PressRecord {
  const buildingId = sender.building.id;
  return {
    press: { buildingId, alarmId: uuid(), type, ...(separate && { separate }) },
    sender,
    userId: useSession.getState().user?.id ?? '',
    pressedAtMs: Date.now(),
    ...(isServerTimeKnown() && { pressedAtServerMs: serverNow() }),
  };
}

export function showProgress({ sender, press, pressedAtMs }: PressRecord, state: SendState): void {
  if (state.phase !== 'sent') {
    const sheet = { sender, type: press.type, pressedAtMs: pressedAtMs + serverNow() - Date.now() };
    return useSend.setState({ sheet, state });
  }
  const { answer } = state;
  // A second press joins the person's own alarm when the reply to the first press was lost.
  const merged = answer.merged && answer.alarm.sender.membershipId !== sender.id;
  if (merged) recordJoined(answer.alarm.id);
  // A page that began without a network has not loaded its user; now the server can be reached.
  if (!useMe.getState().me) void loadMe();
  const sent = { answer: { ...answer, merged }, atMs: serverNow(), sinceMs: performance.now() };
  useSend.setState({ sheet: undefined, state, sent });
}
