import type { Alarm } from '@contract/alarm';
import { useEffect, useRef } from 'react';
import { onMediaPause, playEnd, setRinging } from '../../../lib/audio/audio.js';
import { vibrate } from '../../../lib/browser/vibration.js';
import { keepScreenOn } from '../../../lib/browser/wake-lock.js';
import { serverNow } from '../../../lib/time/clock.js';
import { setTitle, signFavicon } from '../../../ui/tab-signs.js';
import { silence } from '../commands/attention.js';
import { kindOf, paceOf, siren } from '../model/alarm-rules.js';
import { KINDS } from '../model/kinds.copy.js';
import type { Alarms } from '../ongoing/use-alarms.js';

/** An end older than this makes no sound: a tab that reconnects at night must not wake its user. */
const FRESH_MS = 60_000;

/**
 * Plays the sound that the state requires. No event starts the siren, so a reload or a late
 * catch-up ends in the right sound.
 */
export function useSiren({ active, ended, person, nowMs }: Alarms): void {
  const ringing = siren(active, person, nowMs);
  const kind = ringing ? kindOf(ringing) : null;
  const pace = ringing && paceOf(ringing);
  // Each step of the escalation begins the sound again, also where it has become slow.
  const cause = ringing && `${ringing.id} ${ringing.escalation ?? 0}`;
  useEffect(() => setRinging(kind, cause, pace), [kind, cause, pace]);
  useEffect(() => () => setRinging(null), []);

  // The device's pause button mutes the alarms that are active when it is pressed.
  const latest = useRef({ active, ringing });
  useEffect(() => {
    latest.current = { active, ringing };
  });
  const isAny = active.length > 0;
  useEffect(() => {
    onMediaPause(isAny ? () => silence(latest.current.active, latest.current.ringing) : null);
  }, [isAny]);

  const announced = useRef(new Set<string>());
  useEffect(() => {
    for (const alarm of ended.filter(({ id }) => !announced.current.has(id))) {
      announced.current.add(alarm.id);
      const isOwnDoing = alarm.endedBy && person.membershipIds.has(alarm.endedBy.membershipId);
      const isFresh = serverNow() - Date.parse(alarm.endedAt ?? alarm.expiresAt) < FRESH_MS;
      if (isFresh && !isOwnDoing && !alarm.exercise && !person.mutedSinceMs.has(alarm.id))
        playEnd();
    }
  });
}

/** Sets the signals besides sound and title: favicon, badge, vibration and a screen kept on. */
export function useSignals({ active, open, person, nowMs }: Alarms): void {
  const count = active.length;
  const isOpen = open.length > 0;
  const ringing = siren(active, person, nowMs);
  const isExercise = ringing?.exercise;

  useEffect(() => {
    signFavicon('alarm', count > 0);
    badge(count);
    return () => {
      signFavicon('alarm', false);
      badge(0);
    };
  }, [count]);
  useEffect(() => (isOpen ? keepScreenOn() : undefined), [isOpen]);
  useEffect(
    () => (isExercise === undefined ? undefined : vibrate(isExercise ? 1 : Infinity)),
    [ringing?.id, isExercise],
  );
}

/** Sets the badge on the installed app's icon. Some browsers have no badge, and some refuse it. */
function badge(count: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>;
  const setting = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  setting?.catch(() => undefined);
}

/** Shows "● Brandlarm – Storgatan 12" in the list of tabs. */
export function useWindowTitle(alarm: Alarm | undefined, address: string | undefined): void {
  const title = alarm && ['●', KINDS[kindOf(alarm)].title, address && `– ${address}`];
  const text = title?.filter(Boolean).join(' ');
  useEffect(() => {
    setTitle('alarm', text);
    return () => setTitle('alarm');
  }, [text]);
}
