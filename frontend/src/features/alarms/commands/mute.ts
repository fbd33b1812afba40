import type { Alarm, Quiet } from '@contract/alarm';
import { create } from 'zustand';
import { ApiError } from '../../../lib/net/http.js';
import { sendQuiet } from './alarms-api.js';
import { feedOf, noteQuiet, serverNow } from '../feed/feed-store.js';

export interface Wish extends Quiet {
  /** Set after the first failure: other devices do not know of it. */
  late: boolean;
}

/** Wishes for silence, or for the sound again, that the server has not kept yet. They hold here at once. */
export const useWishes = create<{ wishes: Record<string, Wish> }>(() => ({ wishes: {} }));

const RETRY_MS = 2_000;
const sending = new Set<string>();

/** On all devices of this person; tried until the server has the last wish, or the alarm is over. */
export function wishQuiet(alarm: Alarm, quiet: boolean): void {
  const at = new Date(serverNow()).toISOString();
  set(alarm.id, { alarmId: alarm.id, quiet, at, late: false });
  if (!sending.has(alarm.id)) void send(alarm);
}

export function forgetWishes(): void {
  useWishes.setState({ wishes: {} });
}

async function send({ id, buildingId }: Alarm): Promise<void> {
  sending.add(id);
  for (let mine = wishOf(id); mine; mine = wishOf(id)) {
    try {
      noteQuiet(await sendQuiet(id, mine.quiet));
      if (wishOf(id) === mine) set(id, undefined);
      continue;
    } catch (error) {
      if (wishOf(id) === mine) set(id, { ...mine, late: true });
      if (error instanceof ApiError && !error.isPassing && error.status !== 401) break;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    if (!feedOf(buildingId).active[id]) set(id, undefined);
  }
  sending.delete(id);
}

const wishOf = (alarmId: string): Wish | undefined => useWishes.getState().wishes[alarmId];

function set(alarmId: string, wish: Wish | undefined): void {
  useWishes.setState(({ wishes }) => {
    const { [alarmId]: _before, ...others } = wishes;
    return { wishes: wish ? { ...others, [alarmId]: wish } : others };
  });
}
