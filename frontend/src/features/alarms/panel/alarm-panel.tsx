import { ALARM_TYPES, type Alarm } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { type ReactNode, useEffect, useState } from 'react';
import { useSelectedBuilding } from '../../../lib/session/selected-building.js';
import { Button } from '../../../ui/button.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { COPY, KIND_WORDS } from '../model/alarms.copy.js';
import { noteInPanel } from '../commands/attention.js';
import { shortAddress } from '../model/format.js';
import { LatestAlarms } from './latest-alarms.js';
import { OngoingAlarm } from '../ongoing/ongoing-alarm.js';
import { kindOf } from '../model/alarm-rules.js';
import { openSheet } from '../send/send-store.js';
import { TypeButton } from './type-button.js';
import { type Alarms, useAlarms } from '../send/use-alarms.js';

interface AlarmPanelProps {
  /** Active ones. */
  memberships: Membership[];
  /** What is to be known of a house before one alarms it. */
  aboutHouse?: (buildingId: string) => ReactNode;
  /** Below the buttons. */
  children?: ReactNode;
}

/** What a person in danger sees: three buttons, or the alarm that is going on. */
export function AlarmPanel({ memberships, aboutHouse, children }: AlarmPanelProps) {
  const alarms = useAlarms(memberships);
  const [position, setPosition] = useState(0);
  // What lies over the page is not shown under it once more.
  const aside = alarms.active.filter((alarm) => !alarms.open.includes(alarm));
  const shown = aside[position % aside.length];
  useEffect(() => noteInPanel(shown?.id), [shown?.id]);
  useEffect(() => () => noteInPanel(undefined), []);
  if (!shown) {
    return (
      <Raise memberships={memberships} aboutHouse={aboutHouse}>
        {children}
      </Raise>
    );
  }
  return (
    <Ongoing
      shown={shown}
      alarms={alarms}
      count={aside.length}
      memberships={memberships}
      onNext={() => setPosition((now) => now + 1)}
    />
  );
}

/** What header, menu and, for several houses, their switch leave of a screen. */
const HEIGHTS = {
  plain:
    'max-sm:[@media(min-height:720px)]:min-h-[calc(100dvh-11rem)] sm:max-lg:[@media(min-height:720px)]:min-h-[calc(100dvh-13rem)]',
  switched:
    'max-sm:[@media(min-height:720px)]:min-h-[calc(100dvh-14.5rem)] sm:max-lg:[@media(min-height:720px)]:min-h-[calc(100dvh-13rem)]',
};

function Raise({ memberships, aboutHouse, children }: AlarmPanelProps) {
  const house = useSelectedBuilding(memberships);
  if (!house) return null;
  return (
    // The buttons lie within the thumb's reach, but above where the sheet has its own.
    <div
      className={`mx-auto flex max-w-form flex-col gap-4 short:-my-5 short:gap-1 ${memberships.length > 1 ? HEIGHTS.switched : HEIGHTS.plain}`}
    >
      <PageTitle title={COPY.panel.window} className="text-h1 short:text-h2">
        {COPY.panel.title}
      </PageTitle>
      {aboutHouse?.(house.building.id)}
      <TypeButtons house={house} />
      <div>
        <p className="text-muted short:text-meta">{COPY.notInsteadOf112}</p>
        {children}
        <LatestAlarms buildingId={house.building.id} />
      </div>
    </div>
  );
}

function TypeButtons({ house }: { house: Membership }) {
  return (
    <div className="mt-auto flex flex-col gap-4">
      {ALARM_TYPES.map((type) => (
        <TypeButton key={type} type={type} onPress={() => openSheet(house, type)} />
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
  const house = useSelectedBuilding(memberships);
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
        {house && another && (
          <>
            {memberships.length > 1 && (
              <h2 className="text-h2">{COPY.panel.anotherIn(shortAddress(house.building))}</h2>
            )}
            <TypeButtons house={house} />
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
