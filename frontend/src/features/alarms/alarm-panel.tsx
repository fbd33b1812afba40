import { ALARM_TYPES, type Alarm } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { useEffect, useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { PageTitle } from '../../ui/page-title.js';
import { COPY, KIND_WORDS } from './alarms.copy.js';
import { noteInPanel } from './attention.js';
import { shortAddress } from './format.js';
import { OngoingAlarm } from './ongoing-alarm.js';
import { kindOf } from './ringing.js';
import { openSheet } from './send-store.js';
import { TypeButton } from './type-button.js';
import { type Alarms, useAlarms } from './use-alarms.js';
import { useHouse } from './use-house.js';

interface AlarmPanelProps {
  /** Active ones. */
  memberships: Membership[];
}

/** What a person in danger sees: three buttons, or the alarm that is going on. */
export function AlarmPanel({ memberships }: AlarmPanelProps) {
  const alarms = useAlarms(memberships);
  const [position, setPosition] = useState(0);
  // What lies over the page is not shown under it once more.
  const aside = alarms.active.filter((alarm) => !alarms.open.includes(alarm));
  const shown = aside[position % aside.length];
  useEffect(() => noteInPanel(shown?.id), [shown?.id]);
  useEffect(() => () => noteInPanel(undefined), []);
  if (!shown) return <Raise memberships={memberships} />;
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

function Raise({ memberships }: AlarmPanelProps) {
  const { house, choose } = useHouse(memberships);
  if (!house) return null;
  return (
    // The buttons lie within the thumb's reach, but above where the sheet has its own.
    <div className="mx-auto flex max-w-form flex-col gap-4 max-lg:[@media(min-height:720px)]:min-h-[calc(100dvh-13rem)]">
      <PageTitle title={COPY.panel.window}>{COPY.panel.title}</PageTitle>
      <HouseChoice memberships={memberships} house={house} onChoose={choose} />
      <TypeButtons house={house} />
      <p className="text-muted [@media(min-height:720px)]:min-h-16">{COPY.notInsteadOf112}</p>
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

interface HouseChoiceProps extends AlarmPanelProps {
  house: Membership;
  onChoose: (buildingId: string) => void;
}

function HouseChoice({ memberships, house, onChoose }: HouseChoiceProps) {
  const id = useId();
  if (memberships.length < 2) return null;
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="font-semibold">
        {COPY.panel.house}
      </label>
      <select
        id={id}
        value={house.building.id}
        onChange={(event) => onChoose(event.target.value)}
        className="control-border min-h-12 min-w-0 grow rounded-card bg-page px-3"
      >
        {memberships.map(({ building }) => (
          <option key={building.id} value={building.id}>
            {shortAddress(building)}
          </option>
        ))}
      </select>
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
  const { house, choose } = useHouse(memberships);
  const [another, setAnother] = useState(false);
  const membership = memberships.find(({ building }) => building.id === shown.buildingId);
  return (
    <div className="mx-auto flex max-w-form flex-col gap-6">
      {count > 1 && (
        <p className="flex items-center justify-between gap-3 font-semibold">
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
      />
      {house && another && (
        <>
          <HouseChoice memberships={memberships} house={house} onChoose={choose} />
          <TypeButtons house={house} />
        </>
      )}
      {!another && (
        <Button variant="secondary" onClick={() => setAnother(true)}>
          {COPY.panel.another}
        </Button>
      )}
      <p className="text-muted">{COPY.notInsteadOf112}</p>
    </div>
  );
}
