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
  const news = ended.find(({ id }) => !told.current.has(id));
  useEffect(() => {
    if (!news) return;
    told.current.add(news.id);
    const isOwnDoing = news.endedBy && here.membershipIds.has(news.endedBy.membershipId);
    if (!isOwnDoing && !news.exercise && !here.silenced.has(news.id)) playEnd();
  });
}
