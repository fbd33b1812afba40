import type { Alarm } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { isolated } from '@contract/written-text';
import { type ReactNode, useEffect } from 'react';
import { exactTime } from '../../../lib/time/dates.js';
import { useMedia, WIDE } from '../../../lib/hooks/use-media.js';
import { Names } from '../../../ui/names.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { ReservedSpace } from '../../../ui/reserved-space.js';
import { Ring112 } from '../../../ui/ring-112.js';
import { holdToasts } from '../../../ui/toasts.js';
import { kindOf } from '../model/alarm-rules.js';
import { COPY, DELIVERY } from '../model/alarms.copy.js';
import { detailsText, personText, shortAddress, stopwatch, whoText } from '../model/format.js';
import { type AlarmKind, KINDS } from '../model/kinds.copy.js';
import { useSend } from '../send/send-store.js';
import { AddDetails } from './add-details.js';
import { EndAlarm } from './end-alarm.js';
import { ExtendAlarm } from './extend-alarm.js';
import { BriefHelpCalls, HelpCalls } from './help-calls.js';
import { OwnResponse } from './own-response.js';
import { ReachSummary, repeatText } from './reach-summary.js';
import { RollCall } from './roll-call.js';
import type { Alarms } from './use-alarms.js';
import { useReach } from './use-reach.js';

const HEADLINE = 'text-h2 sm:text-h1';

interface OngoingAlarmProps {
  alarm: Alarm;
  alarms: Alarms;
  membership: Membership | undefined;
  /** The id of the headline, in a dialog that it names; without it the headline is the page's. */
  headingId?: string;
  /** Further actions of the page. */
  children?: ReactNode;
}

/**
 * Shows an alarm that the person has raised or responded to. What comes and goes stands in a box of
 * its own, so that no button moves: below the actions of the sender and the managers, or beside them
 * where there is room. Other members have the box last. The homes that need help are at the top, too.
 */
export function OngoingAlarm(props: OngoingAlarmProps) {
  const { alarm, alarms, membership, children } = props;
  const isSender = alarm.sender.membershipId === membership?.id;
  const mayAmend = isSender && membership?.maySend;
  const isManager = membership?.role === 'manager';
  const mayEnd = isSender || isManager;
  const isWide = useMedia(WIDE);
  const reach = useReach(alarm.id, mayEnd);
  const who = isSender ? COPY.ongoing.own : COPY.ongoing.who(whoText(alarm));
  const elapsedMs = alarms.nowMs - Date.parse(alarm.raisedAt);
  useEffect(holdToasts, []);
  const whoLine = (
    <ReservedSpace for={mayEnd ? who + DELIVERY.notResponded(88) : ''}>
      <p>
        <Names in={who} />
        <span role="status">{mayEnd && repeatText(alarm, reach)}</span>
      </p>
    </ReservedSpace>
  );
  return (
    <article
      className={`mx-auto grid w-full max-w-form items-start gap-x-10 gap-y-4 ${mayEnd ? 'min-[56rem]:max-w-page min-[56rem]:grid-cols-[minmax(0,28rem)_minmax(0,1fr)] min-[56rem]:grid-rows-[auto_1fr]' : ''}`}
    >
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-col gap-2">
          <Head {...props} elapsedMs={elapsedMs} />
          <BriefHelpCalls alarm={alarm} ownId={membership?.id}>
            {membership && (
              <p className="text-meta font-normal">
                <Names in={isolated(shortAddress(membership.building))} />
              </p>
            )}
          </BriefHelpCalls>
        </div>
        {!isSender && whoLine}
        <SentLine alarm={alarm} />
        <Advice kind={kindOf(alarm)} />
        {isSender && whoLine}
        {mayEnd && <ReachSummary reach={reach} elapsedMs={elapsedMs} />}
        <Ring112 address={membership?.building.address} className="w-full flex-wrap *:w-full" />
        {!isSender && (
          <OwnResponse alarm={alarm} response={alarms.responses[alarm.id]} ownId={membership?.id} />
        )}
        {mayEnd && <EndAlarm alarm={alarm} />}
        {!mayEnd && children}
      </div>
      <div
        // A box that scrolls must be reachable with the keyboard. Browsers hold the page's scroll
        // position to a text in view, so a change in the box would move the page.
        tabIndex={mayEnd && !isWide ? 0 : undefined}
        className={`flex min-w-0 flex-col gap-4 ${mayEnd ? (isWide ? 'col-start-2 row-span-2 row-start-1' : 'scroll-shadow h-56 overflow-y-auto rounded-card border border-edge p-3 [overflow-anchor:none]') : ''}`}
      >
        {(mayAmend || isManager) && <ExtendAlarm alarm={alarm} nowMs={alarms.nowMs} />}
        <HelpCalls alarm={alarm} ownId={membership?.id} />
        <WhatIsKnown alarm={alarm} isSender={isSender} />
        {reach && <RollCall reach={reach} />}
      </div>
      {mayEnd && (
        <div className="flex min-w-0 flex-col gap-4">
          {mayAmend && <AddDetails alarm={alarm} />}
          {isSender && !mayAmend && <p>{COPY.ongoing.paused}</p>}
          {children}
        </div>
      )}
    </article>
  );
}

function Head({ alarm, headingId, elapsedMs }: OngoingAlarmProps & { elapsedMs: number }) {
  const { Icon, surface, title } = KINDS[kindOf(alarm)];
  return (
    <header className={`flex flex-wrap items-center gap-x-3 rounded-card p-3 sm:p-4 ${surface}`}>
      <Icon aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0 sm:size-9" />
      <div className="min-w-min flex-1">
        {headingId ? (
          <h1 id={headingId} tabIndex={-1} className={HEADLINE}>
            {title}
          </h1>
        ) : (
          <PageTitle title={title} className={HEADLINE}>
            {title}
          </PageTitle>
        )}
      </div>
      <p role="timer" className="text-h2 font-bold tabular-nums">
        {stopwatch(elapsedMs)}
      </p>
    </header>
  );
}

/** Confirms the press, only after the server saved it. */
function SentLine({ alarm }: { alarm: Alarm }) {
  const sent = useSend((state) => state.sent);
  const isThis = sent?.answer.alarm.id === alarm.id;
  return (
    <p role="alert" className="font-bold empty:absolute">
      {isThis &&
        (sent.answer.merged ? (
          <Names in={COPY.sent.joined(personText(alarm.sender), exactTime(sent.atMs))} />
        ) : (
          COPY.sent.at(exactTime(alarm.raisedAt))
        ))}
    </p>
  );
}

/** The advice stays after every response, and the sender needs it too. */
function Advice({ kind }: { kind: AlarmKind }) {
  const { advice } = KINDS[kind];
  return (
    <p>
      <span>{advice[0]}</span>
      <span className="block">{advice[1]}</span>
    </p>
  );
}

function WhatIsKnown({ alarm, isSender }: { alarm: Alarm; isSender: boolean }) {
  const details = detailsText(alarm);
  return (
    <div className="flex flex-col gap-1">
      {/* The sender has the same text in the form below. */}
      {!isSender && (
        <p role="status" className="font-semibold empty:absolute">
          {details && <bdi>{details}</bdi>}
        </p>
      )}
      {alarm.witnessCount > 0 && <p>{COPY.ongoing.witnesses(alarm.witnessCount)}</p>}
    </div>
  );
}
