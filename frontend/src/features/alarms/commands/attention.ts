import type { Alarm } from '@contract/alarm';
import { create } from 'zustand';
import { forgetPendingMutes, setMuted } from './mute.js';

/** An open alarm lies over the page, a minimised one is a bar at its end. */
type AlarmWindow = 'open' | 'minimised';

export interface Attention {
  /** Alarms that the person muted or unmuted in this tab. */
  touched: ReadonlySet<string>;
  /** Alarms that the person's press joined as a witness. */
  joined: ReadonlySet<string>;
  /** The person's choice, by alarm; without one an alarm that concerns them opens by itself. */
  windows: Readonly<Record<string, AlarmWindow>>;
  /** The alarm that the page itself shows. */
  inPage?: string;
}

const NOTHING: Attention = { touched: new Set(), joined: new Set(), windows: {} };

/** The person's own choices in this tab. They concern nobody else. */
export const useAttention = create<Attention>(() => NOTHING);

/**
 * Mutes everything that goes on, and nothing that begins later.
 * @param inFront the alarm that this person has before them
 */
export function silence(active: Alarm[], inFront: Alarm | undefined): void {
  active.forEach((alarm) => setMuted(alarm, true));
  if (inFront) touch(inFront);
}

export function unsilence(alarm: Alarm): void {
  setMuted(alarm, false);
  touch(alarm);
}

function touch({ id }: Alarm): void {
  useAttention.setState(({ touched }) => ({ touched: new Set([...touched, id]) }));
}

export function recordJoined(alarmId: string): void {
  useAttention.setState(({ joined }) => ({ joined: new Set([...joined, alarmId]) }));
}

export function setWindow(alarmId: string, to: AlarmWindow): void {
  useAttention.setState(({ windows }) => ({ windows: { ...windows, [alarmId]: to } }));
}

export function setInPage(alarmId: string | undefined): void {
  useAttention.setState({ inPage: alarmId });
}

export function forgetAttention(): void {
  useAttention.setState(NOTHING, true);
  forgetPendingMutes();
}
