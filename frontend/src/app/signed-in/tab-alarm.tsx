import type { PropsWithChildren } from 'react';
import { AlarmHost } from '../../features/alarms/ringing/alarm-host.js';
import { ConnectionBar, ReadinessBars } from '../../features/readiness/readiness-bars.js';

/**
 * Receives, sounds and shows alarms, with the bars about it. The router's owner mounts it once.
 * @param children further bars
 */
export function TabAlarm({ children }: PropsWithChildren) {
  const bars = (
    <>
      <ReadinessBars />
      {children}
    </>
  );
  return <AlarmHost bars={bars} barOverPage={<ConnectionBar isBrief />} />;
}
