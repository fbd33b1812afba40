import { type PropsWithChildren, Suspense } from 'react';
import { AlarmHost } from '../../features/alarms/ringing/alarm-host.js';
import { ConnectionBar, ReadinessBars } from '../../features/readiness/readiness-bars.js';
import { optional } from '../../ui/optional.js';

/** Past alarms are no emergency: each further attempt could reload the page, and so lose its sound. */
const MissedBar = optional(() =>
  import('../../features/alarms/history/missed-bar.js').then((module) => module.MissedBar),
);

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
