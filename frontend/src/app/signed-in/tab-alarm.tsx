import { PAGES } from '@contract/paths';
import type { PropsWithChildren } from 'react';
import { AlarmHost } from '../../features/alarms/ringing/alarm-host.js';
import { Bar } from '../../ui/bar.js';
import { Names } from '../../ui/names.js';
import { ReadinessBars } from '../../features/readiness/readiness-bars.js';
import { useMe } from '../../lib/session/me.js';
import { SHELL } from '../shell.copy.js';

/**
 * Receives, sounds and shows alarms, with the bars about it. The router's owner mounts it once.
 * @param children further bars
 */
export function TabAlarm({ children }: PropsWithChildren) {
  const bars = (
    <>
      <ReadinessBars />
      <ResetLinkBar />
      {children}
    </>
  );
  return <AlarmHost bars={bars} />;
}

/** Shows that somebody made a link to the user's account. The profile lets the user delete it. */
function ResetLinkBar() {
  const link = useMe((state) => state.me?.resetLink);
  if (!link) return <Bar />;
  return (
    <Bar action={{ text: SHELL.resetLink.toProfile, to: PAGES.profile }}>
      <Names in={SHELL.resetLink.made(link.madeBy)} />
    </Bar>
  );
}
