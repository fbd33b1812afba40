import type { Alarm } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { isolated } from '@contract/written-text';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useSelectedBuilding } from '../../../lib/session/selected-building.js';
import { Button } from '../../../ui/button.js';
import { Names } from '../../../ui/names.js';
import { setInPage } from '../commands/attention.js';
import { kindOf } from '../model/alarm-rules.js';
import { COPY } from '../model/alarms.copy.js';
import { shortAddress } from '../model/format.js';
import { KINDS } from '../model/kinds.copy.js';
import { OngoingAlarm } from '../ongoing/ongoing-alarm.js';
import { type Alarms, useAlarms } from '../ongoing/use-alarms.js';
import { MuteAlarm } from '../ongoing/sound-button.js';
import { useSend } from '../send/send-store.js';
import { RaisePanel, type RaisePanelProps, TypeButtons } from './raise-panel.js';

/** The page for a person in danger: three buttons that raise an alarm, or the active alarm. */
export function AlarmPanel(props: RaisePanelProps) {
  const { memberships } = props;
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
  if (!shown) return <RaisePanel {...props} />;
  return (
    <OngoingPanel
      key={shown.id}
      shown={shown}
      alarms={alarms}
      titles={minimised.map((one) => KINDS[kindOf(one)].title)}
      memberships={memberships}
      onNext={() => setPosition((now) => now + 1)}
    />
  );
}

interface OngoingPanelProps {
  memberships: Membership[];
  shown: Alarm;
  alarms: Alarms;
  /** The titles of all minimised alarms. */
  titles: string[];
  onNext: () => void;
}

/** Shows the top of an alarm when it comes onto the panel, and at each press that led to it. */
function useTopAtPress(alarmId: string): void {
  const pressedMs = useSend(({ sent }) =>
    sent?.answer.alarm.id === alarmId ? sent.atMs : undefined,
  );
  useLayoutEffect(() => {
    // The braces drop the result: newer browsers return a promise, which an effect must not return.
    window.scrollTo(0, 0);
  }, [alarmId, pressedMs]);
}

/** Shows an active alarm, and a way to raise another one. */
function OngoingPanel({ shown, alarms, titles, memberships, onNext }: OngoingPanelProps) {
  const selected = useSelectedBuilding(memberships);
  const [another, setAnother] = useState(false);
  useTopAtPress(shown.id);
  const membership = memberships.find(({ building }) => building.id === shown.buildingId);
  return (
    <div className="flex flex-col gap-6">
      <OngoingAlarm
        alarm={shown}
        alarms={alarms}
        membership={membership}
        lastAction={<MuteAlarm alarm={shown} alarms={alarms} />}
        others={
          titles.length > 1 && (
            <p className="mt-3 flex flex-wrap items-center justify-between gap-3 font-semibold">
              <span>{COPY.incoming.several(titles)}</span>
              <Button variant="secondary" onClick={onNext}>
                {COPY.incoming.next}
              </Button>
            </p>
          )
        }
      >
        {selected && another && (
          <>
            {memberships.length > 1 && (
              <h2 className="text-h2">
                <Names in={COPY.panel.anotherIn(isolated(shortAddress(selected.building)))} />
              </h2>
            )}
            <TypeButtons membership={selected} />
          </>
        )}
        {!another && (
          <Button variant="secondary" onClick={() => setAnother(true)}>
            {COPY.panel.another}
          </Button>
        )}
        <p className="text-muted">{COPY.notInsteadOf112}</p>
      </OngoingAlarm>
    </div>
  );
}
