import type { PastAlarm } from '@contract/http';
import { PAGES, pastAlarmPath } from '@contract/paths';
import { isolated } from '@contract/written-text';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { usePages } from '../../../lib/hooks/use-load.js';
import { activeMemberships, retryMe, useMe } from '../../../lib/session/me.js';
import { useSelectedBuilding } from '../../../lib/session/selected-building.js';
import { tableMoment } from '../../../lib/time/dates.js';
import { buttonClass } from '../../../ui/button.js';
import { Facade } from '../../../ui/facade/facade.js';
import { SelectField } from '../../../ui/forms/fields.js';
import { Link } from '../../../ui/link.js';
import { Loading } from '../../../ui/loaded.js';
import { Names } from '../../../ui/names.js';
import { Notice, RetryNotice } from '../../../ui/notice.js';
import { Paged } from '../../../ui/paged.js';
import { PageTitle } from '../../../ui/pages/page-title.js';
import { fetchAlarms } from '../commands/alarms-api.js';
import { useFeed } from '../feed/feed-store.js';
import { kindOf } from '../model/alarm-rules.js';
import { KINDS } from '../model/kinds.copy.js';
import {
  FILTERS,
  HISTORY,
  type HistoryFilter,
  monthTitle,
  outcomeText,
  pastText,
  reachedText,
} from './history.copy.js';
import { KindIcon } from './kind-icon.js';

/** `/app/history`: past alarms of the building that the header shows. */
export default function HistoryPage() {
  const { status, me } = useMe();
  const membership = useSelectedBuilding(activeMemberships(me));
  const [filter, setFilter] = useState<HistoryFilter>('all');
  return (
    <div className="mx-auto flex max-w-frame flex-col gap-6">
      <div className="flex flex-col gap-2">
        <PageTitle title={HISTORY.window}>{HISTORY.title}</PageTitle>
        {membership && (
          <p className="text-muted">
            <Names in={isolated(membership.building.address)} />
          </p>
        )}
      </div>
      {!me && status !== 'failed' && <Loading />}
      {!me && status === 'failed' && <RetryNotice onRetry={retryMe}>{HISTORY.failed}</RetryNotice>}
      {me && !membership && (
        <Notice>
          <p>{HISTORY.noBuilding}</p>
          <div>
            <Link to={PAGES.app} className={buttonClass({ variant: 'secondary' })}>
              {HISTORY.toPanel}
            </Link>
          </div>
        </Notice>
      )}
      {membership && (
        <>
          <SelectField
            label={HISTORY.filter}
            className="sm:max-w-64"
            value={filter}
            onChange={(event) => setFilter(event.target.value as HistoryFilter)}
          >
            {FILTERS.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
          <HistoryList
            key={`${membership.building.id} ${filter}`}
            buildingId={membership.building.id}
            filter={filter}
          />
          <p className="text-muted">{HISTORY.foot}</p>
        </>
      )}
    </div>
  );
}

interface HistoryListProps {
  buildingId: string;
  filter: HistoryFilter;
}

function HistoryList({ buildingId, filter }: HistoryListProps) {
  const shown = useRef(0);
  const pages = usePages(`${buildingId} ${filter}`, async (before, signal) => {
    const load = (cursor?: string) =>
      fetchAlarms(buildingId, { ...queryOf(filter), before: cursor }, signal);
    let { items, next } = await load(before);
    // A list that is loaded again stays as long as the person has made it.
    while (!before && next && items.length < shown.current) {
      const page = await load(next);
      items = [...items, ...page.items];
      next = page.next;
    }
    return { items, next };
  });
  useEffect(() => {
    shown.current = pages.items?.length ?? 0;
  });
  useAtEnd(buildingId, pages.reload);
  return (
    <Paged
      pages={pages}
      words={{ ...HISTORY, empty: <Facade homes={[]} words={{}} empty={HISTORY.empty} /> }}
    >
      {(items) =>
        byMonth(items).map(([month, alarms]) => (
          <section key={month} aria-label={month} className="flex flex-col gap-3">
            <h2 className="text-h2">{month}</h2>
            <ul className="flex flex-col gap-3">
              {alarms.map((alarm) => (
                <HistoryRow key={alarm.id} alarm={alarm} />
              ))}
            </ul>
          </section>
        ))
      }
    </Paged>
  );
}

/** Calls `act` when an alarm of the building is no longer active. */
function useAtEnd(buildingId: string, act: () => unknown): void {
  const active = useFeed(({ buildings }) =>
    Object.keys(buildings[buildingId]?.active ?? {}).join(' '),
  );
  const before = useRef(active);
  useEffect(() => {
    const hasEnded = before.current.split(' ').some((id) => !active.includes(id));
    before.current = active;
    if (hasEnded) act();
  }, [active, act]);
}

/** Groups alarms by month, in the order of the list. */
function byMonth(alarms: PastAlarm[]): [string, PastAlarm[]][] {
  const months = new Map<string, PastAlarm[]>();
  for (const alarm of alarms) {
    const month = monthTitle(alarm.raisedAt);
    months.set(month, [...(months.get(month) ?? []), alarm]);
  }
  return [...months];
}

/** Shows one alarm in a line or two, which link to the alarm's page. */
function HistoryRow({ alarm }: { alarm: PastAlarm }) {
  const { sender, reached } = alarm;
  return (
    <li>
      <Link
        id={alarm.id}
        to={pastAlarmPath(alarm.id)}
        className="flex items-center gap-4 rounded-card border border-edge p-4 hover:bg-surface"
      >
        <KindIcon alarm={alarm} />
        <div className="grid min-w-0 grow gap-x-6 gap-y-1 sm:grid-cols-[3fr_2fr]">
          <div className="min-w-0">
            <p className="font-semibold">
              <span>{KINDS[kindOf(alarm)].name}</span> <span className="sr-only">–</span>
            </p>
            <p>
              <time dateTime={alarm.raisedAt}>{tableMoment(alarm.raisedAt)}</time>
            </p>
            <p className="text-muted">
              <Names in={pastText(sender)} />
            </p>
          </div>
          <div className="sm:self-center">
            <p className="font-semibold">{outcomeText(alarm)}</p>
            {reached && <p className="text-muted">{reachedText(reached)}</p>}
          </div>
        </div>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
}

/** An exercise has a type as well, but is not listed under it. */
function queryOf(filter: HistoryFilter) {
  if (filter === 'all') return {};
  return filter === 'exercise' ? { exercise: true } : { type: filter, exercise: false };
}
