import { useEffect, useRef } from 'react';
import { onMediaPause, playEnd, setRinging } from '../../../lib/audio/audio.js';
import { silence } from '../commands/attention.js';
import { serverNow } from '../feed/feed-store.js';
import { kindOf, paceOf, siren } from '../model/alarm-rules.js';
import type { Alarms } from '../ongoing/use-alarms.js';

/** An end older than this makes no sound: a tab that reconnects at night must not wake its user. */
const FRESH_MS = 60_000;

/**
 * Plays the sound that the state requires. No event starts the siren, so a reload or a late
 * catch-up ends in the right sound.
 */
export function useSiren({ active, ended, here, nowMs }: Alarms): void {
  const ringing = siren(active, here, nowMs);
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
      const isOwnDoing = alarm.endedBy && here.membershipIds.has(alarm.endedBy.membershipId);
      const isFresh = serverNow() - Date.parse(alarm.endedAt ?? alarm.expiresAt) < FRESH_MS;
      if (isFresh && !isOwnDoing && !alarm.exercise && !here.mutedSinceMs.has(alarm.id)) playEnd();
    }
  });
}
