import type { Alarm } from '@contract/alarm';
import { create } from 'zustand';
import { forgetPendingMutes, setMuted } from './mute.js';

export interface Attention {
  /** Alarms whose sound this person changed in this tab. */
  touched: ReadonlySet<string>;
  /** Alarms this person's press joined as a witness. */
  joined: ReadonlySet<string>;
  /** Where somebody put an alarm; without an entry an alarm that concerns them opens by itself. */
  placed: Readonly<Record<string, 'open' | 'minimised'>>;
  /** The alarm that the panel's page shows instead of its buttons. */
  inPanel?: string;
}

const NOTHING: Attention = { touched: new Set(), joined: new Set(), placed: {} };

/** What the person in front of this tab did about an alarm; nothing of it concerns anybody else. */
export const useAttention = create<Attention>(() => NOTHING);

/**
 * Silences everything that goes on, and nothing that begins later.
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

export function noteJoined(alarmId: string): void {
  useAttention.setState(({ joined }) => ({ joined: new Set([...joined, alarmId]) }));
}

export function place(alarmIds: string[], where: 'open' | 'minimised'): void {
  useAttention.setState(({ placed }) => ({
    placed: { ...placed, ...Object.fromEntries(alarmIds.map((id) => [id, where])) },
  }));
}

export function noteInPanel(alarmId: string | undefined): void {
  useAttention.setState({ inPanel: alarmId });
}

export function forgetAttention(): void {
  useAttention.setState(NOTHING, true);
  forgetPendingMutes();
}
