import { useEffect, useRef } from 'react';
import { onMediaPause, playEnd, setRinging } from '../../lib/audio.js';
import { silence } from './attention.js';
import { kindOf, siren } from './ringing.js';
import type { Alarms } from './use-alarms.js';

/** The sound follows the state, never an event: a reload and a late catch-up end in the right one. */
export function useSiren({ active, ended, here, nowMs }: Alarms): void {
  const ringing = siren(active, here, nowMs);
  const kind = ringing ? kindOf(ringing) : null;
  useEffect(() => setRinging(kind, ringing?.id), [kind, ringing?.id]);
  useEffect(() => () => setRinging(null), []);

  const ids = active.map(({ id }) => id).join(' ');
  useEffect(() => {
    onMediaPause(ids ? () => silence(ids.split(' ')) : null);
  }, [ids]);

  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const alarm of ended.filter(({ id }) => !told.current.has(id))) {
      told.current.add(alarm.id);
      const isOwnDoing = alarm.endedBy && here.membershipIds.has(alarm.endedBy.membershipId);
      if (!isOwnDoing && !alarm.exercise && !here.silenced.has(alarm.id)) playEnd();
    }
  });
}
