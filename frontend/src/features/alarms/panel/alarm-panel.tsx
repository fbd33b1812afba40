import { useEffect, useState } from 'react';
import { setInPage } from '../commands/attention.js';
import { kindOf } from '../model/alarm-rules.js';
import { KIND_WORDS } from '../model/kinds.copy.js';
import { useSend } from '../send/send-store.js';
import { useAlarms } from '../ongoing/use-alarms.js';
import { OngoingPanel } from './ongoing-panel.js';
import { RaisePanel, type RaisePanelProps } from './raise-panel.js';

/** The page for a person in danger: three buttons that raise an alarm, or the active alarm. */
export function AlarmPanel({ memberships, aboutBuilding, children }: RaisePanelProps) {
  const alarms = useAlarms(memberships);
  const [position, setPosition] = useState(0);
  // An alarm that lies over the page is not shown under it too.
  const minimised = alarms.active.filter((alarm) => !alarms.open.includes(alarm));
  // A neighbour's alarm may have covered the confirmation of the person's own, which comes first.
  const sentId = useSend(({ sent }) => sent?.answer.alarm.id);
  const own = Math.max(
    0,
    minimised.findIndex(({ id }) => id === sentId),
  );
  const shown = minimised[(own + position) % minimised.length];
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
      titles={minimised.map((one) => KIND_WORDS[kindOf(one)].title)}
      memberships={memberships}
      onNext={() => setPosition((now) => now + 1)}
    />
  );
}
