import type { Alarm } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { PAGES, pastAlarmPath } from '@contract/paths';
import { isolated } from '@contract/written-text';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { clockTime } from '../../../lib/time/dates.js';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { isFinal } from '../../../lib/net/retry.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Link, LONE_LINK } from '../../../ui/link.js';
import { Loading } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { Ring112 } from '../../../ui/ring-112.js';
import { fetchAlarm } from '../commands/alarms-api.js';
import { setInPage } from '../commands/attention.js';
import type { BuildingFeed } from '../feed/feed.js';
import { useFeed } from '../feed/feed-store.js';
import { isOver, kindOf } from '../model/alarm-rules.js';
import { COPY, DELIVERY, statesOf } from '../model/alarms.copy.js';
import { shortAddress, whoText } from '../model/format.js';
import { KINDS } from '../model/kinds.copy.js';
import { storyOf, wordsOf } from '../ongoing/ended-alarm.js';
import { OngoingAlarm } from '../ongoing/ongoing-alarm.js';
import { RollCall } from '../ongoing/roll-call.js';
import { useAlarms } from '../ongoing/use-alarms.js';
import { useReach } from '../ongoing/use-reach.js';
import { MuteAlarm } from '../ongoing/sound-button.js';

interface AlarmPageProps {
  alarmId: string;
  /** Active memberships. */
  memberships: Membership[];
}

/** `/app/alarm/:alarmId`: a notification leads here. The feed is newer than the fetched alarm. */
export function AlarmPage({ alarmId, memberships }: AlarmPageProps) {
  const alarms = useAlarms(memberships);
  const isShown = ({ id }: Alarm) => id === alarmId;
  const inFeed = alarms.active.find(isShown);
  const synced = useFeed(({ buildings }) => Object.values(buildings).filter(hasCursor).length);
  // An alarm that ends leaves the feed, or is not in it any more at the first sync: it is read again.
  const fetched = useLoad(`${alarmId} ${inFeed !== undefined} ${synced}`, (signal) =>
    fetchAlarm(alarmId, signal),
  );
  useEffect(() => setInPage(inFeed?.id), [inFeed?.id]);
  useEffect(() => () => setInPage(undefined), []);

  const alarm = inFeed ?? alarms.ended.find(isShown) ?? fetched.data?.alarm;
  const membership = memberships.find(({ building }) => building.id === alarm?.buildingId);
  if (alarm && isOver(alarm, alarms.nowMs)) return <Over alarm={alarm} membership={membership} />;
  if (!inFeed && fetched.status === 'failed')
    return <Failed error={fetched.error} onRetry={fetched.reload} />;
  // Until it is read again, an alarm that has left the feed may be over.
  if (!alarm || (!inFeed && fetched.status === 'loading')) return <Loading />;
  // An alarm that lies over the page is not shown under it too.
  if (inFeed && alarms.open.includes(inFeed)) return null;
  return (
    <OngoingAlarm
      key={alarm.id}
      alarm={alarm}
      alarms={alarms}
      membership={membership}
      lastAction={<MuteAlarm alarm={alarm} alarms={alarms} />}
    />
  );
}

function Over({ alarm, membership }: { alarm: Alarm; membership: Membership | undefined }) {
  const { title, text } = wordsOf(alarm, membership?.id);
  const isSender = alarm.sender.membershipId === membership?.id;
  const reach = useReach(alarm.id, isSender || membership?.role === 'manager');
  const kind = KINDS[kindOf(alarm)].title;
  return (
    <div className="mx-auto flex max-w-measure flex-col items-start gap-6">
      <CircleCheck aria-hidden="true" strokeWidth={2} className="size-12 text-ok-text" />
      <div className="flex flex-col gap-2">
        <p className="text-muted">
          <Names
            in={[membership && isolated(shortAddress(membership.building)), kind]
              .filter(Boolean)
              .join(' · ')}
          />
        </p>
        <PageTitle title={title}>{title}</PageTitle>
        <p>
          <Names in={statesOf(alarm).raised(whoText(alarm), clockTime(alarm.raisedAt))} />
        </p>
        <p>
          <Names in={text} />
        </p>
        <p>{storyOf(alarm, reach)}</p>
        <Link to={pastAlarmPath(alarm.id)} className={`${LONE_LINK} self-start`}>
          {COPY.ended.story}
        </Link>
      </div>
      {reach && (
        <div className="w-full">
          <RollCall alarm={alarm} reach={reach} />
        </div>
      )}
      <ToPanel />
    </div>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => Promise<void> }) {
  const isRefused = isFinal(error);
  const { page } = DELIVERY;
  const title = isRefused ? page.unknown : page.failed;
  return (
    <div className="flex max-w-measure flex-col items-start gap-6">
      <PageTitle title={title}>{title}</PageTitle>
      <p>{isRefused ? page.unknownText : page.failedText}</p>
      {!isRefused && <Ring112 />}
      {!isRefused && <Button onClick={() => void onRetry()}>{page.retry}</Button>}
      <ToPanel />
    </div>
  );
}

const hasCursor = ({ cursor }: BuildingFeed) => cursor;

const ToPanel = () => (
  <Link to={PAGES.app} className={buttonClass({ variant: 'secondary' })}>
    {DELIVERY.page.toPanel}
  </Link>
);
