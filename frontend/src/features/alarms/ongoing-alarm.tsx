import type { Alarm } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { LifeBuoy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Ring112 } from '../../ui/ring-112.js';
import { COPY, KIND_WORDS } from './alarms.copy.js';
import { EndAlarm, UndoAlarm } from './end-alarm.js';
import { detailsText, personText, shortAddress, stopwatch, whoText } from './format.js';
import { KIND_LOOKS } from './looks.js';
import { OwnAnswer } from './own-answer.js';
import { kindOf } from './ringing.js';
import { RollCall } from './roll-call.js';
import { SentLine } from './sent-line.js';
import type { Alarms } from './use-alarms.js';
import { useReach } from './use-reach.js';

interface OngoingAlarmProps {
  alarm: Alarm;
  alarms: Alarms;
  membership: Membership | undefined;
  /** The headline, with the attributes its place needs. */
  heading: (title: ReactNode) => ReactNode;
}

/** An alarm after the first moment: who is safe, who needs help, and who may end it. */
export function OngoingAlarm({ alarm, alarms, membership, heading }: OngoingAlarmProps) {
  const kind = kindOf(alarm);
  const { Icon, surface } = KIND_LOOKS[kind];
  const isSender = alarm.sender.membershipId === membership?.id;
  const mayEnd = isSender || membership?.role === 'manager';
  const reach = useReach(alarm.id, mayEnd);
  const elapsedMs = alarms.nowMs - Date.parse(alarm.raisedAt);
  return (
    <article className="mx-auto flex w-full max-w-form flex-col gap-4">
      <header className={`flex items-center gap-3 rounded-card p-3 sm:p-4 ${surface}`}>
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0 sm:size-9" />
        <div className="min-w-0 grow">
          {heading(KIND_WORDS[kind].title)}
          {membership && <p className="text-meta">{shortAddress(membership.building)}</p>}
        </div>
        <p role="timer" className="text-h2 font-bold tabular-nums">
          {stopwatch(elapsedMs)}
        </p>
      </header>
      <SentLine alarm={alarm} />
      {isSender && <UndoAlarm alarm={alarm} />}
      <p>{isSender ? COPY.ongoing.own : COPY.ongoing.who(whoText(alarm))}</p>
      <p role="status" className="font-semibold empty:absolute">
        {detailsText(alarm)}
      </p>
      {alarm.witnessCount > 0 && <p>{COPY.ongoing.witnesses(alarm.witnessCount)}</p>}
      <Ring112 address={membership?.building.address} className="w-full flex-wrap *:w-full" />
      <NeedHelp alarm={alarm} ownId={membership?.id} />
      {!isSender && <OwnAnswer alarm={alarm} answer={alarms.answers[alarm.id]} />}
      {reach && <RollCall reach={reach} elapsedMs={elapsedMs} />}
      {mayEnd && <EndAlarm alarm={alarm} />}
    </article>
  );
}

/** Said at once, over whatever is being read: somebody may be near enough to help. */
function NeedHelp({ alarm, ownId }: { alarm: Alarm; ownId: string | undefined }) {
  const others = alarm.needHelp.filter(({ membershipId }) => membershipId !== ownId);
  return (
    <div role="alert" className="empty:absolute">
      {others.length > 0 && (
        <ul className="flex flex-col gap-2">
          {others.map((neighbour) => (
            <li
              key={neighbour.membershipId}
              className="flex items-center gap-3 rounded-card bg-warn p-4 font-semibold text-warn-ink"
            >
              <LifeBuoy aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0" />
              <span>{COPY.ongoing.helpFor(personText(neighbour), neighbour.place)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
