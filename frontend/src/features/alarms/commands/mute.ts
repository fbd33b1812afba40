import type { Alarm, Mute } from '@contract/alarm';
import { create } from 'zustand';
import { ApiError } from '../../../lib/net/http.js';
import { sendMute } from './alarms-api.js';
import { feedOf, recordMute, serverNow } from '../feed/feed-store.js';

export interface PendingMute extends Mute {
  /** Set after the first failure: other devices do not know of it. */
  late: boolean;
}

/** Wishes for silence, or for the sound again, that the server has not kept yet. They hold here at once. */
export const usePendingMutes = create<{ pending: Record<string, PendingMute> }>(() => ({
  pending: {},
}));

const RETRY_MS = 2_000;
const sending = new Set<string>();

/** On all devices of this person; tried until the server has the last wish, or the alarm is over. */
export function setMuted(alarm: Alarm, muted: boolean): void {
  const at = new Date(serverNow()).toISOString();
  set(alarm.id, { alarmId: alarm.id, muted, at, late: false });
  if (!sending.has(alarm.id)) void send(alarm);
}

export function forgetPendingMutes(): void {
  usePendingMutes.setState({ pending: {} });
}

async function send({ id, buildingId }: Alarm): Promise<void> {
  sending.add(id);
  for (let mine = pendingFor(id); mine; mine = pendingFor(id)) {
    try {
      recordMute(await sendMute(id, mine.muted));
      if (pendingFor(id) === mine) set(id, undefined);
      continue;
    } catch (error) {
      if (pendingFor(id) === mine) set(id, { ...mine, late: true });
      if (error instanceof ApiError && !error.isPassing && error.status !== 401) break;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    if (!feedOf(buildingId).active[id]) set(id, undefined);
  }
  sending.delete(id);
}

const pendingFor = (alarmId: string): PendingMute | undefined =>
  usePendingMutes.getState().pending[alarmId];

function set(alarmId: string, mute: PendingMute | undefined): void {
  usePendingMutes.setState(({ pending }) => {
    const { [alarmId]: _before, ...others } = pending;
    return { pending: mute ? { ...others, [alarmId]: mute } : others };
  });
}
