import type { Alarm, Mute } from '@contract/alarm';
import { create } from 'zustand';
import { retryUntil } from '../../../lib/net/retry-until.js';
import { feedOf, recordMute, serverNow } from '../feed/feed-store.js';
import { sendMute } from './alarms-api.js';

interface PendingMute extends Mute {
  /** True after a failed attempt: the person's other devices do not have the change. */
  late: boolean;
}

/** Mutes and unmutes that the server has not saved yet. They take effect in this tab at once. */
export const usePendingMutes = create<{ pending: Record<string, PendingMute> }>(() => ({
  pending: {},
}));

const sending = new Set<string>();

/**
 * Mutes or unmutes an alarm on all devices of this person. The last state is sent until the server
 * has saved it or the alarm is over.
 */
export function setMuted(alarm: Alarm, muted: boolean): void {
  const at = new Date(serverNow()).toISOString();
  set(alarm.id, { alarmId: alarm.id, muted, at, late: false });
  if (!sending.has(alarm.id)) void send(alarm);
}

export function forgetPendingMutes(): void {
  usePendingMutes.setState({ pending: {} });
}

/** Sends one request at a time for an alarm: of two under way, the older could arrive last. */
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
      // A change that was made during the request has to be sent too.
      if (result !== 'saved' || pendingFor(id) === mine) set(id, undefined);
    }
  } catch {
    // After a refusal the change holds in this tab, and the page shows that other devices lack it.
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
