import type { Alarm } from '@contract/alarm';
import { useEffect } from 'react';
import { useSound } from '../../../lib/audio/sound-state.js';
import { useAttention } from '../commands/attention.js';
import { feedOf } from '../feed/feed-store.js';
import { forgetReceipts, tell } from '../commands/receipts.js';
import { isMine, kindOf, siren } from '../model/alarm-rules.js';
import type { Alarms } from '../send/use-alarms.js';

/**
 * Says of every alarm how far it came on this device: here, sounding, seen. `sounding` follows the
 * audio that runs, never the wish for it, and `seen` something a person did.
 */
export function useReceipts({ active, here, nowMs }: Alarms): void {
  const playing = useSound((state) => state.playing);
  const { placed, touched } = useAttention();
  const ringing = siren(active, here, nowMs);

  const known = active.map(({ id }) => id).join(' ');
  const sounding = ringing && playing === kindOf(ringing) ? ringing.id : '';
  const seen = active
    .filter((alarm) => isMine(alarm, here) || touched.has(alarm.id) || placed[alarm.id])
    .map(({ id }) => id)
    .join(' ');

  useEffect(() => {
    const alarms = new Map(active.map((alarm) => [alarm.id, alarm]));
    const say = (ids: string, level: Parameters<typeof tell>[1]) => {
      for (const id of ids.split(' ').filter(Boolean)) {
        const alarm = alarms.get(id);
        if (alarm) void tell(id, level, () => goesOn(alarm));
      }
    };
    say(known, 'received');
    say(sounding, 'sounding');
    say(seen, 'seen');
    // What the three texts name is all that matters; the alarms themselves change every second.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [known, sounding, seen]);

  useEffect(() => forgetReceipts, []);
}

function goesOn({ id, buildingId }: Alarm): boolean {
  return feedOf(buildingId).active[id] !== undefined;
}
