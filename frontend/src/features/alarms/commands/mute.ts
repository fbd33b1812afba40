import type { Alarm, Mute } from '@contract/alarm';
import { create } from 'zustand';
import { retryUntil } from '../../../lib/net/retry-until.js';
import { sendMute } from './alarms-api.js';
import { feedOf, recordMute, serverNow } from '../feed/feed-store.js';

export interface PendingMute extends Mute {
  /** Set after the first failure: other devices do not have it. */
  late: boolean;
}

/** Muted and unmuted alarms that the server has not saved yet. They take effect here at once. */
export const usePendingMutes = create<{ pending: Record<string, PendingMute> }>(() => ({
  pending: {},
}));

const sending = new Set<string>();

/** On all devices of this person; sent until the server has the last state, or the alarm is over. */
export function setMuted(alarm: Alarm, muted: boolean): void {
  const at = new Date(serverNow()).toISOString();
  set(alarm.id, { alarmId: alarm.id, muted, at, late: false });
  if (!sending.has(alarm.id)) void send(alarm);
}

export function forgetPendingMutes(): void {
  usePendingMutes.setState({ pending: {} });
}

/** One request at a time and alarm: of two on the way the older one could arrive last. */
async function send({ id, buildingId }: Alarm): Promise<void> {
  let mine = pendingFor(id);
  const attempt = async () => {
    mine = pendingFor(id);
    if (mine) recordMute(await sendMute(id, mine.muted));
    return 'saved';
  };
  const onFailure = () => {
    if (mine && pendingFor(id) === mine) set(id, { ...mine, late: true });
  };
  const isOver = () => !pendingFor(id) || !feedOf(buildingId).active[id];

  sending.add(id);
  try {
    while (pendingFor(id)) {
      const result = await retryUntil(attempt, { isOver, onFailure });
      // A change while the request was on its way has to be sent too.
      if (result !== 'saved' || pendingFor(id) === mine) set(id, undefined);
    }
  } catch {
    // The server refused it: it holds here, and the page says that other devices do not have it.
    onFailure();
  } finally {
    sending.delete(id);
  }
}

const pendingFor = (alarmId: string): PendingMute | undefined =>
  usePendingMutes.getState().pending[alarmId];

function set(alarmId: string, mute: PendingMute | undefined): void {
  usePendingMutes.setState(({ pending }) => {
    const { [alarmId]: _before, ...others } = pending;
    return { pending: mute ? { ...others, [alarmId]: mute } : others };
  });
}
