import type { Alarm } from '@contract/alarm';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { serverNow } from '../../../lib/time/clock.js';
import { forgetUnsaved, mutes } from './outbox.js';

/** An open alarm covers the page; a minimised alarm is a bar at the bottom of the page. */
type AlarmWindow = 'open' | 'minimised';

export interface Attention {
  /** Alarms that the person acted on in this tab. */
  touched: ReadonlySet<string>;
  /** Alarms that the person's press joined as a witness. */
  joined: ReadonlySet<string>;
  /** The last change, by alarm. Without one, an alarm opens unless the person acted on it. */
  windows: Readonly<Record<string, AlarmWindow>>;
  /** The news that a live region has read out. */
  said: ReadonlySet<string>;
  /** The alarm that the page itself shows. */
  inPage?: string;
}

const NOTHING: Attention = {
  touched: new Set(),
  joined: new Set(),
  windows: {},
  said: new Set(),
};

/** The person's own choices in this tab. They have no effect on other users. */
export const useAttention = create<Attention>(() => NOTHING);

/**
 * Mutes all active alarms on all devices of this person, but none that begins later.
 * @param inFront the alarm on the screen, which the person has then seen
 */
export function silence(active: Alarm[], inFront: Alarm | undefined): void {
  active.forEach((alarm) => setMuted(alarm, true));
  if (inFront) touch(inFront.id);
}

export function unsilence(alarm: Alarm): void {
  setMuted(alarm, false);
  touch(alarm.id);
}

function setMuted(alarm: Alarm, muted: boolean): void {
  mutes.submit(alarm, { alarmId: alarm.id, muted, at: new Date(serverNow()).toISOString() });
}

function touch(alarmId: string): void {
  useAttention.setState(({ touched }) => ({ touched: new Set([...touched, alarmId]) }));
}

export function recordJoined(alarmId: string): void {
  useAttention.setState(({ joined }) => ({ joined: new Set([...joined, alarmId]) }));
}

/** @param isTouched false where no person asked for it: the alarm then does not count as seen */
export function setWindow(alarmId: string, to: AlarmWindow, isTouched = true): void {
  if (isTouched) touch(alarmId);
  useAttention.setState(({ windows }) => ({ windows: { ...windows, [alarmId]: to } }));
}

export function setInPage(alarmId: string | undefined): void {
  useAttention.setState({ inPage: alarmId });
}

export function forgetAttention(): void {
  useAttention.setState(NOTHING, true);
  forgetUnsaved();
}

/**
 * A live region that comes with its text is read out again each time that it comes, for example after
 * an answer or on the way back from another page.
 * @param keys identify the news that the region shows
 * @returns those of them that no earlier region has read out
 */
export function useUnsaid(keys: string[]): string[] {
  const [before] = useState(() => useAttention.getState().said);
  const all = keys.join();
  useEffect(() => {
    useAttention.setState(({ said }) => ({ said: new Set([...said, ...all.split(',')]) }));
  }, [all]);
  return keys.filter((key) => !before.has(key));
}
