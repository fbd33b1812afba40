import { type Alarm, ALARM_TYPES } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { isolated } from '@contract/written-text';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSelectedBuilding } from '../../../lib/session/selected-building.js';
import { Button } from '../../../ui/button.js';
import { Names } from '../../../ui/names.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { setInPage } from '../commands/attention.js';
import { kindOf } from '../model/alarm-rules.js';
import { COPY } from '../model/alarms.copy.js';
import { shortAddress } from '../model/format.js';
import { KINDS } from '../model/kinds.copy.js';
import { OngoingAlarm } from '../ongoing/ongoing-alarm.js';
import { type Alarms, useAlarms } from '../ongoing/use-alarms.js';
import { MuteAlarm } from '../ongoing/sound-button.js';
import { openSheet, useSend } from '../send/send-store.js';

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
  const types = useRef<HTMLDivElement>(null);
  const showTypes = () => {
    flushSync(() => setAnother(true));
    // The pressed button is removed, and the focus would be lost with it.
    types.current?.focus();
  };
  useTopAtPress(shown.id);
  const membership = memberships.find(({ building }) => building.id === shown.buildingId);
  return (
    <OngoingAlarm
      alarm={shown}
      alarms={alarms}
      membership={membership}
      lastAction={<MuteAlarm alarm={shown} alarms={alarms} />}
      others={{ titles, onNext }}
    >
      {selected && another && (
        <div
          ref={types}
          role="group"
          aria-label={COPY.panel.another}
          tabIndex={-1}
          className="flex flex-col gap-5"
        >
          {memberships.length > 1 && (
            <h2 className="text-h2">
              <Names in={COPY.panel.anotherIn(isolated(shortAddress(selected.building)))} />
            </h2>
          )}
          <TypeButtons membership={selected} />
        </div>
      )}
      {!another && (
        <Button variant="secondary" onClick={showTypes}>
          {COPY.panel.another}
        </Button>
      )}
      <p className="text-muted">{COPY.notInsteadOf112}</p>
    </OngoingAlarm>
  );
}

interface RaisePanelProps {
  /** Active memberships. */
  memberships: Membership[];
  /** Shown above the buttons, for the selected building. */
  aboutBuilding?: (buildingId: string) => ReactNode;
  /** Shown below the buttons, for the selected building. */
  below?: (buildingId: string) => ReactNode;
  /** Shown beside the buttons, or at the end of the page, for the selected building. */
  beside?: (buildingId: string) => ReactNode;
  isBeside?: boolean;
}

/** The buttons that open the sheet, for the selected building. */
function RaisePanel({ memberships, aboutBuilding, below, ...rest }: RaisePanelProps) {
  const membership = useSelectedBuilding(memberships);
  const { beside, isBeside } = rest;
  if (!membership) return null;
  return (
    // The buttons lie within reach of the thumb, but above the position of the sheet's buttons.
    <div
      className={
        isBeside
          ? 'grid grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] items-start gap-10'
          : 'flex flex-col gap-10'
      }
    >
      <div className="mx-auto flex w-full max-w-form flex-col gap-4 short:-my-5 short:gap-1 sideways:-my-4 sideways:max-w-none sideways:gap-2 lg:max-w-none max-lg:[@media(min-height:720px)]:min-h-[calc(100dvh-14.5rem)]">
        <PageTitle title={COPY.panel.window} className="text-h1 short:text-h2 sideways:text-h2">
          {COPY.panel.title}
        </PageTitle>
        {aboutBuilding?.(membership.building.id)}
        <TypeButtons membership={membership} />
        <div>
          <p className="text-muted short:text-meta">{COPY.notInsteadOf112}</p>
          {below?.(membership.building.id)}
        </div>
      </div>
      {beside?.(membership.building.id)}
    </div>
  );
}

function TypeButtons({ membership }: { membership: Membership }) {
  const id = useId();
  return (
    <div className="mt-auto grid gap-4 short:gap-3 lg:mt-0 lg:grid-cols-3 sideways:grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] sideways:gap-3">
      {ALARM_TYPES.map((type) => {
        const { Icon, surface, name, hint } = KINDS[type];
        return (
          <button
            key={type}
            type="button"
            aria-describedby={id + type}
            onClick={() => openSheet(membership, type)}
            className={`flex min-h-24 w-full flex-wrap items-center gap-x-4 rounded-card px-5 py-3 text-left lg:min-h-56 lg:flex-col lg:flex-nowrap lg:items-start lg:gap-2 lg:py-5 sideways:min-h-24! sideways:px-3 sideways:py-2 ${surface}`}
          >
            <Icon
              aria-hidden="true"
              strokeWidth={2.5}
              className="size-10 shrink-0 lg:mb-auto lg:size-14 sideways:size-10"
            />
            <span className="min-w-min flex-1 lg:flex-none sideways:flex-1">
              <span className="block text-h2 font-bold">{name}</span>
              {/* The hint is not a part of the button's name, which is read out every time. */}
              <span
                id={id + type}
                aria-hidden="true"
                className="block text-body leading-tight text-balance"
              >
                {hint}
              </span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
