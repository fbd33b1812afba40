import { useEffect, useState } from 'react';
import { setInPage } from '../commands/attention.js';
import { useAlarms } from '../ongoing/use-alarms.js';
import { OngoingPanel } from './ongoing-panel.js';
import { RaisePanel, type RaisePanelProps } from './raise-panel.js';

/** The page for a person in danger: three buttons that raise an alarm, or the active alarm. */
export function AlarmPanel({ memberships, aboutBuilding, children }: RaisePanelProps) {
  const alarms = useAlarms(memberships);
  const [position, setPosition] = useState(0);
  // An alarm that lies over the page is not shown under it too.
  const minimised = alarms.active.filter((alarm) => !alarms.open.includes(alarm));
  const shown = minimised[position % minimised.length];
  useEffect(() => setInPage(shown?.id), [shown?.id]);
  useEffect(() => () => setInPage(undefined), []);
  if (!shown) {
    return (
      <RaisePanel memberships={memberships} aboutBuilding={aboutBuilding}>
        {children}
      </RaisePanel>
    );
  }
  return (
    <OngoingPanel
      shown={shown}
      alarms={alarms}
      count={minimised.length}
      memberships={memberships}
      onNext={() => setPosition((now) => now + 1)}
    />
  );
}
