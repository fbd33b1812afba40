import { ALARM_TYPES, type Alarm } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { type ReactNode, useEffect, useState } from 'react';
import { useSelectedBuilding } from '../../../lib/session/selected-building.js';
import { Button } from '../../../ui/button.js';
import { PageTitle } from '../../../ui/page-title.js';
import { COPY, KIND_WORDS } from '../model/alarms.copy.js';
import { setInPage } from '../commands/attention.js';
import { shortAddress } from '../model/format.js';
import { LatestAlarms } from './latest-alarms.js';
import { OngoingAlarm } from '../ongoing/ongoing-alarm.js';
import { kindOf } from '../model/alarm-rules.js';
import { openSheet } from '../send/send-store.js';
import { TypeButton } from './type-button.js';
import { type Alarms, useAlarms } from '../ongoing/use-alarms.js';

interface AlarmPanelProps {
  /** Active ones. */
  memberships: Membership[];
  /** Shown above the buttons, for the selected building. */
  aboutBuilding?: (buildingId: string) => ReactNode;
  /** Below the buttons. */
  children?: ReactNode;
}

/** The page for a person in danger: three buttons, or the alarm that goes on. */
export function AlarmPanel({ memberships, aboutBuilding, children }: AlarmPanelProps) {
  const alarms = useAlarms(memberships);
  const [position, setPosition] = useState(0);
  // An alarm that lies over the page is not shown under it too.
  const minimised = alarms.active.filter((alarm) => !alarms.open.includes(alarm));
  const shown = minimised[position % minimised.length];
  useEffect(() => setInPage(shown?.id), [shown?.id]);
  useEffect(() => () => setInPage(undefined), []);
  if (!shown) {
    return (
      <Raise memberships={memberships} aboutBuilding={aboutBuilding}>
        {children}
      </Raise>
    );
  }
  return (
    <Ongoing
      shown={shown}
      alarms={alarms}
      count={minimised.length}
      memberships={memberships}
      onNext={() => setPosition((now) => now + 1)}
    />
  );
}

/** The screen without the header, the menu and, for several buildings, their switch. */
const HEIGHTS = {
  plain:
    'max-sm:[@media(min-height:720px)]:min-h-[calc(100dvh-11rem)] sm:max-lg:[@media(min-height:720px)]:min-h-[calc(100dvh-13rem)]',
  switched:
    'max-sm:[@media(min-height:720px)]:min-h-[calc(100dvh-14.5rem)] sm:max-lg:[@media(min-height:720px)]:min-h-[calc(100dvh-13rem)]',
};

function Raise({ memberships, aboutBuilding, children }: AlarmPanelProps) {
  const membership = useSelectedBuilding(memberships);
  if (!membership) return null;
  return (
    // The buttons lie within the thumb's reach, but above where the sheet has its own.
    <div
      className={`mx-auto flex max-w-form flex-col gap-4 short:-my-5 short:gap-1 ${memberships.length > 1 ? HEIGHTS.switched : HEIGHTS.plain}`}
    >
      <PageTitle title={COPY.panel.window} className="text-h1 short:text-h2">
        {COPY.panel.title}
      </PageTitle>
      {aboutBuilding?.(membership.building.id)}
      <TypeButtons membership={membership} />
      <div>
        <p className="text-muted short:text-meta">{COPY.notInsteadOf112}</p>
        {children}
        <LatestAlarms buildingId={membership.building.id} />
      </div>
    </div>
  );
}

function TypeButtons({ membership }: { membership: Membership }) {
  return (
    <div className="mt-auto flex flex-col gap-4">
      {ALARM_TYPES.map((type) => (
        <TypeButton key={type} type={type} onPress={() => openSheet(membership, type)} />
      ))}
    </div>
  );
}

interface OngoingProps extends AlarmPanelProps {
  shown: Alarm;
  alarms: Alarms;
  count: number;
  onNext: () => void;
}

function Ongoing({ shown, alarms, count, memberships, onNext }: OngoingProps) {
  const selected = useSelectedBuilding(memberships);
  const [another, setAnother] = useState(false);
  const membership = memberships.find(({ building }) => building.id === shown.buildingId);
  return (
    <div className="flex flex-col gap-6">
      {count > 1 && (
        <p className="mx-auto flex w-full max-w-form items-center justify-between gap-3 font-semibold">
          {COPY.incoming.several(count)}
          <Button variant="secondary" onClick={onNext}>
            {COPY.incoming.next}
          </Button>
        </p>
      )}
      <OngoingAlarm
        key={shown.id}
        alarm={shown}
        alarms={alarms}
        membership={membership}
        heading={(title) => (
          <PageTitle title={KIND_WORDS[kindOf(shown)].title} className="text-h2 sm:text-h1">
            {title}
          </PageTitle>
        )}
      >
        {selected && another && (
          <>
            {memberships.length > 1 && (
              <h2 className="text-h2">{COPY.panel.anotherIn(shortAddress(selected.building))}</h2>
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
