import { type PropsWithChildren, Suspense } from 'react';
import { AlarmHost } from '../../features/alarms/ringing/alarm-host.js';
import { ConnectionBar, ReadinessBars } from '../../features/readiness/readiness-bars.js';
import { backoffMs, retryUntil } from '../../lib/net/retry.js';
import { optional } from '../../ui/optional.js';

/** Past alarms are no emergency. */
const MissedBar = optional(async () => {
  const load = () => import('../../features/alarms/history/missed-bar.js');
  const module = await retryUntil(load, { isOver: () => false, delayMs: backoffMs });
  return module!.MissedBar;
});

/**
 * Receives, sounds and shows alarms, with the bars about it. The router's owner mounts it once.
 * @param children further bars
 */
export function TabAlarm({ children }: PropsWithChildren) {
  const bars = (
    <>
      <ReadinessBars />
      {children}
      <Suspense>
        <MissedBar />
      </Suspense>
    </>
  );
  return <AlarmHost bars={bars} barOverPage={<ConnectionBar isBrief />} />;
}
