import type { Alarm } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { isolated } from '@contract/written-text';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { exactTime } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { Names } from '../../../ui/names.js';
import { heightAs } from '../../../ui/pages/page-frame.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { Ring112 } from '../../../ui/ring-112.js';
import { holdToasts } from '../../../ui/toasts.js';
import { useUnsaid } from '../commands/attention.js';
import { kindOf } from '../model/alarm-rules.js';
import { COPY, statesOf } from '../model/alarms.copy.js';
import { detailsText, personText, shortAddress, stopwatch, whoText } from '../model/format.js';
import { KINDS } from '../model/kinds.copy.js';
import { useSend } from '../send/send-store.js';
import { aboutId } from './about-id.js';
import { AddDetails } from './add-details.js';
import { EndAlarm } from './end-alarm.js';
import { ExtendAlarm } from './extend-alarm.js';
import { HelpCalls, HelpStrip } from './help-calls.js';
import './ongoing-alarm.css';
import { AfterResponse, OwnResponse } from './own-response.js';
import { reachedText, ReachSummary } from './reach-summary.js';
import { RollCall } from './roll-call.js';
import type { Alarms } from './use-alarms.js';
import { useReach } from './use-reach.js';

interface OngoingAlarmProps {
  alarm: Alarm;
  alarms: Alarms;
  membership: Membership | undefined;
  /** The id of the headline, in a dialog that it names; without it the headline is the page's. */
  headingId?: string;
  /** The last of the actions that stay on the screen. */
  lastAction?: ReactNode;
  /** The titles of all alarms that are shown one at a time, and the way to the next. */
  others?: { titles: string[]; onNext: () => void };
  /** Further actions of the page. */
  children?: ReactNode;
}

/**
 * Shows an alarm that the person has raised or responded to. Its actions stand at the bottom of the
 * window, or beside the texts where there is room. What comes and goes beside them grows away from them,
 * and the other texts of changing height stand last, so that no button moves under a finger.
 */
export function OngoingAlarm(props: OngoingAlarmProps) {
  const { alarm, alarms, membership, headingId, lastAction, others, children } = props;
  const ownId = membership?.id;
  const isSender = alarm.sender.membershipId === ownId;
  const mayAmend = isSender && membership?.maySend;
  const isManager = membership?.role === 'manager';
  const mayEnd = isSender || isManager;
  const response = alarms.responses[alarm.id];
  const reach = useReach(alarm.id, mayEnd);
  const elapsedMs = alarms.nowMs - Date.parse(alarm.raisedAt);
  const { advice, ownAdvice } = KINDS[kindOf(alarm)];
  useEffect(holdToasts, []);
  return (
    <div className="@container">
      <article
        className={`ongoing relative mx-auto flex max-w-form flex-col gap-5 bg-page low:gap-3 ${mayEnd ? 'ongoing-with-homes' : ''}`}
      >
        <Head
          {...props}
          isSender={isSender}
          elapsedMs={elapsedMs}
          reached={mayEnd ? reachedText(reach) : undefined}
        />
        <div
          ref={actionsHeight}
          className="ongoing-actions flex flex-col gap-3 bg-inherit low:gap-2"
        >
          <div ref={callsHeight} className="ongoing-calls">
            {(mayAmend || isManager) && <ExtendAlarm alarm={alarm} nowMs={alarms.nowMs} />}
            <HelpStrip alarm={alarm} ownId={ownId} />
          </div>
          <Ring112 address={membership?.building.address} className="w-full flex-wrap *:w-full" />
          {mayEnd && <EndAlarm alarm={alarm} />}
          {isSender ? (
            lastAction
          ) : (
            <OwnResponse alarm={alarm} response={response} id={aboutId(headingId)}>
              {lastAction}
            </OwnResponse>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {response && <AfterResponse alarm={alarm} response={response} ownId={ownId} />}
          {others && others.titles.length > 1 && (
            <p className="flex flex-wrap items-center justify-between gap-3 font-semibold">
              <span>{COPY.incoming.several(others.titles)}</span>
              <Button variant="secondary" onClick={others.onNext}>
                {COPY.incoming.next}
              </Button>
            </p>
          )}
          <div>
            {((isSender && ownAdvice) || advice).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
          {mayEnd && <ReachSummary alarm={alarm} reach={reach} elapsedMs={elapsedMs} />}
          {mayAmend && <AddDetails alarm={alarm} />}
          {isSender && !mayAmend && <p>{COPY.ongoing.paused}</p>}
          {children}
        </div>
        <div className="ongoing-homes flex min-w-0 flex-col gap-4 empty:hidden">
          {alarm.witnessCount > 0 && <p>{COPY.ongoing.witnesses(alarm.witnessCount)}</p>}
          {/* The list of all homes has the calls too. */}
          {!reach && <HelpCalls alarm={alarm} ownId={ownId} />}
          {reach && <RollCall alarm={alarm} reach={reach} />}
        </div>
      </article>
    </div>
  );
}

interface HeadProps extends OngoingAlarmProps {
  isSender: boolean;
  elapsedMs: number;
  /** The number of homes that were reached, for those who may know it. */
  reached: string | undefined;
}

/** Says what, where, who and since when, in the colour of the alarm. */
function Head({ alarm, membership, headingId, isSender, elapsedMs, reached }: HeadProps) {
  const { Icon, surface, title } = KINDS[kindOf(alarm)];
  const words = statesOf(alarm);
  const details = detailsText(alarm);
  return (
    <header className={`flex flex-col gap-1 rounded-card p-3 low:p-2 ${surface}`}>
      <div className="flex flex-wrap items-center gap-x-2">
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0 sm:size-9" />
        <div className="min-w-min flex-1">
          {headingId ? (
            <h1
              id={headingId}
              tabIndex={-1}
              aria-describedby={aboutId(headingId)}
              className={HEADLINE}
            >
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
      </div>
      {membership && (
        <p>
          <Names in={isolated(shortAddress(membership.building))} />
        </p>
      )}
      {!isSender && (
        <>
          <p className="text-button font-semibold">
            <Names in={words.from(whoText(alarm))} />
          </p>
          <p role="status" className="font-semibold empty:absolute">
            {details && <bdi>{details}</bdi>}
          </p>
        </>
      )}
      <SentLine alarm={alarm} isSender={isSender} />
      {reached !== undefined && <p className="min-h-[1lh] text-button font-semibold">{reached}</p>}
    </header>
  );
}

const HEADLINE = 'text-h2 sm:text-h1';
const actionsHeight = heightAs('--actions-height');
const callsHeight = heightAs('--calls-height');

/** Confirms a press, only after the server saved it: of the sender, or of one who saw it too. */
function SentLine({ alarm, isSender }: { alarm: Alarm; isSender: boolean }) {
  const sent = useSend((state) => state.sent);
  const words = statesOf(alarm);
  const isThis = sent?.answer.alarm.id === alarm.id;
  const isNews = useUnsaid(isThis ? [`${alarm.id} ${sent.atMs}`] : []).length > 0;
  return (
    <div className="text-button font-semibold *:inline">
      {(isThis || isSender) && (
        <CircleCheck aria-hidden="true" strokeWidth={2.5} className="me-2 size-6 align-bottom" />
      )}
      {isSender && !isThis && <p>{words.own}</p>}
      <p role={isNews || !isThis ? 'alert' : undefined}>
        {isThis &&
          (sent.answer.merged ? (
            <Names in={COPY.sent.joined(personText(alarm.sender), exactTime(sent.atMs))} />
          ) : (
            words.sent(exactTime(alarm.raisedAt))
          ))}
      </p>
    </div>
  );
}
