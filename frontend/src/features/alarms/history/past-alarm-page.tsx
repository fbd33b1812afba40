import type { AlarmDetails, PastAlarm, TimelineEntry } from '@contract/http';
import { PAGES, reportPath } from '@contract/paths';
import { isolated, shown } from '@contract/written-text';
import { ArrowLeft } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { isFinal } from '../../../lib/net/retry.js';
import { activeMemberships, useMe } from '../../../lib/session/me.js';
import { longDate, tableMoment, tableTime } from '../../../lib/time/dates.js';
import { buttonClass } from '../../../ui/button.js';
import { Link, LONE_LINK } from '../../../ui/link.js';
import { Loaded, Loading } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { FailureNotice, RetryNotice } from '../../../ui/notice.js';
import { Section } from '../../../ui/pages/page.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { fetchAlarm, fetchReach } from '../commands/alarms-api.js';
import { useFeed } from '../feed/feed-store.js';
import { kindOf } from '../model/alarm-rules.js';
import { detailsText } from '../model/format.js';
import { KINDS } from '../model/kinds.copy.js';
import { RollCall } from '../ongoing/roll-call.js';
import { deedText, HISTORY, outcomeText, pastText, reachedText, STORY } from './history.copy.js';
import { KindIcon } from './kind-icon.js';

/** `/app/history/:alarmId`: one alarm with its timeline, as far as the user may see it. */
export default function PastAlarmPage() {
  const { alarmId = '' } = useParams();
  const isActive = useFeed(({ buildings }) =>
    Object.values(buildings).some(({ active }) => alarmId in active),
  );
  const { data, reload, ...rest } = useLoad(`${alarmId} ${isActive}`, (signal) =>
    fetchAlarm(alarmId, signal),
  );
  const error = 'error' in rest ? rest.error : undefined;
  return (
    <div className="mx-auto flex max-w-frame flex-col gap-6">
      <Link to={PAGES.history} className={`${LONE_LINK} gap-2 self-start`}>
        <ArrowLeft aria-hidden="true" className="size-5" />
        <span>{STORY.back}</span>
      </Link>
      {data && <Story {...data} />}
      {!data && (
        <>
          <PageTitle title={STORY.window}>{STORY.window}</PageTitle>
          {error ? <Failed error={error} onRetry={() => void reload()} /> : <Loading />}
        </>
      )}
    </div>
  );
}

function Story({ alarm, timeline }: AlarmDetails) {
  const { sender, reached } = alarm;
  const isManager = useMe(({ me }) =>
    activeMemberships(me).some(
      ({ building, role }) => building.id === alarm.buildingId && role === 'manager',
    ),
  );
  const details = detailsText(alarm);
  const facts = [
    [STORY.when, tableMoment(alarm.raisedAt)],
    [alarm.exercise ? STORY.starter : STORY.who, pastText(sender)],
    [STORY.details, details && isolated(details)],
    [STORY.outcome, outcomeText(alarm)],
    [STORY.reached, reached && reachedText(reached)],
  ].filter(([, text]) => text);
  const title = KINDS[kindOf(alarm)].name;
  return (
    <>
      <div className="flex items-center gap-4">
        <KindIcon alarm={alarm} />
        <PageTitle title={title}>{title}</PageTitle>
      </div>
      <dl className="grid gap-x-6 gap-y-4 rounded-card bg-surface p-5 sm:grid-cols-2">
        {facts.map(([name, text]) => (
          <div key={name} className="min-w-0">
            <dt className="text-meta text-muted">{name}</dt>
            <dd className="font-semibold wrap-anywhere">
              <Names in={text ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
      <Section heading={STORY.timeline}>
        <Timeline entries={timeline} alarm={alarm} />
      </Section>
      {reached && <Reached alarm={alarm} />}
      {isManager && (
        <Link
          to={reportPath(alarm.id)}
          className={buttonClass({ variant: 'secondary', className: 'self-start' })}
        >
          {STORY.report}
        </Link>
      )}
      <p className="text-muted">{HISTORY.foot}</p>
    </>
  );
}

/** Shows the sender and the managers what reached whom. The page says the rest without it. */
function Reached({ alarm }: { alarm: PastAlarm }) {
  const loaded = useLoad(`${alarm.id} ${alarm.status}`, (signal) => fetchReach(alarm.id, signal));
  return (
    <Section heading={STORY.reached}>
      <p className="text-muted">{STORY.reachedThen}</p>
      <Loaded from={loaded} words={{ failed: STORY.reachFailed }}>
        {(reach) => <RollCall alarm={alarm} reach={reach} />}
      </Loaded>
    </Section>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isFinal(error)) return <FailureNotice text={STORY.gone} />;
  return <RetryNotice onRetry={onRetry}>{STORY.failed}</RetryNotice>;
}

interface TimelineProps {
  entries: TimelineEntry[];
  alarm: PastAlarm;
}

/** Shows the events of an alarm, to the second. An entry shows its day when the day has changed. */
export function Timeline({ entries, alarm }: TimelineProps) {
  const seen = entries.filter((entry) => !isEcho(entry, entries));
  return (
    <ol className="flex flex-col">
      {seen.map((entry, index) => {
        const day = longDate(entry.at);
        const before = seen[index - 1];
        const newDay = before && longDate(before.at) !== day;
        return (
          <li
            key={`${entry.at} ${entry.kind} ${index}`}
            className="grid gap-x-6 border-t border-edge py-3 last:border-b sm:grid-cols-[7rem_1fr]"
          >
            <time dateTime={entry.at} className="font-semibold tabular-nums">
              {newDay && <span className="block text-meta">{day}</span>}
              <span>{tableTime(entry.at)}</span>
            </time>
            <div className="min-w-0 wrap-anywhere">
              <p>
                <Names in={deedText(entry.kind, whoOf(entry), alarm)} />
              </p>
              {entry.place && (
                <p className="text-muted">
                  <bdi>{shown(entry.place)}</bdi>
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** "Lägenhet 1301, Karl Ek,", or the name alone where the home is not known */
function whoOf({ name, home }: TimelineEntry): string | undefined {
  return name && home ? `${pastText({ name, home })},` : name && isolated(name);
}

/** A call for help also makes an `updated` entry at the same moment; it is shown once. */
const isEcho = ({ kind, at }: TimelineEntry, all: TimelineEntry[]) =>
  kind === 'updated' && all.some((other) => other.kind === 'need_help' && other.at === at);
