import type { ReceiptLevel } from '@contract/alarm';
import { useEffect } from 'react';
import { useSound } from '../../../lib/audio/sound-state.js';
import { useAttention } from '../commands/attention.js';
import { forgetReceipts, reportReceipt, watchHiding } from '../commands/receipts.js';
import { isMine, kindOf, siren } from '../model/alarm-rules.js';
import type { Alarms } from '../ongoing/use-alarms.js';

/**
 * Reports how far each alarm came on this device: received, sounding or seen. `sounding` depends on
 * audio that plays, not on the request to play it, and `seen` on an action of the person.
 */
export function useReceipts({ active, person, nowMs }: Alarms): void {
  const playing = useSound((state) => state.playing);
  const touched = useAttention((state) => state.touched);
  const ringing = siren(active, person, nowMs);

  const known = active.map(({ id }) => id).join(' ');
  const sounding = ringing && playing === kindOf(ringing) ? ringing.id : '';
  const seen = active
    .filter((alarm) => isMine(alarm, person) || touched.has(alarm.id))
    .map(({ id }) => id)
    .join(' ');

  useEffect(() => {
    const alarms = new Map(active.map((alarm) => [alarm.id, alarm]));
    const report = (ids: string, level: ReceiptLevel) => {
      for (const id of ids.split(' ').filter(Boolean)) {
        const alarm = alarms.get(id);
        if (alarm) reportReceipt(alarm, level);
      }
    };
    report(known, 'received');
    report(sounding, 'sounding');
    report(seen, 'seen');
    // The three texts change when a report is due; the list of alarms is a new one every second.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [known, sounding, seen]);

  useEffect(() => {
    const stop = watchHiding();
    return () => {
      stop();
      forgetReceipts();
    };
  }, []);
}
