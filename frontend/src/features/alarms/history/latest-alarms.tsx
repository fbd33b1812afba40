import type { Alarm } from '@contract/alarm';
import { ChevronDown } from 'lucide-react';
import { serverNow, useServerNow } from '../../../lib/time/clock.js';
import { clockTime } from '../../../lib/time/dates.js';
import { useLoad } from '../../../lib/hooks/use-load.js';
import { fetchAlarms } from '../commands/alarms-api.js';
import { useFeed } from '../feed/feed-store.js';
import { isOver, kindOf } from '../model/alarm-rules.js';
import { isSameDay } from '../model/format.js';
import { KINDS } from '../model/kinds.copy.js';
import { LATEST, latestOutcome } from './latest.copy.js';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Shows the building's alarms within a day: the last one in a line, the others below it. They are
 * fetched only while no alarm is active: otherwise each alarm would make all tabs fetch at once.
 */
export function LatestAlarms({ buildingId }: { buildingId: string }) {
  const seq = useFeed(({ buildings }) => buildings[buildingId]?.cursor?.seq);
  const isCalm = useFeed(({ buildings }) => {
    const { active = {}, ended = [] } = buildings[buildingId] ?? {};
    return Object.keys(active).length === 0 && ended.length === 0;
  });
  return (
    <div className="min-h-12 text-meta">
      {isCalm && seq !== undefined && (
        <Latest key={`${buildingId} ${seq}`} buildingId={buildingId} />
      )}
    </div>
  );
}

const LINE = 'flex min-h-12 items-center';

function Latest({ buildingId }: { buildingId: string }) {
  const { status, data } = useLoad(
    buildingId,
    async (signal) => (await fetchAlarms(buildingId, {}, signal)).items,
  );
  // The lines name the day, so they follow the clock until the last one is a day old.
  const nowMs = useServerNow(data?.some((alarm) => isOfLastDay(alarm, serverNow())) ?? false);
  if (status === 'failed') return <p className={LINE}>{LATEST.failed}</p>;
  if (!data) return null;
  const [last, ...others] = data.filter(
    (alarm) => isOver(alarm, nowMs) && isOfLastDay(alarm, nowMs),
  );
  if (!last) return <p className={`${LINE} text-muted`}>{LATEST.none}</p>;
  const line = LATEST.last(lineOf(last, nowMs));
  if (others.length === 0) return <p className={LINE}>{line}</p>;
  return (
    <details>
      <summary className="-mx-2 flex min-h-12 cursor-pointer items-center justify-between gap-3 rounded-card px-2 hover:bg-surface">
        <span>{line}</span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 in-open:rotate-180" />
      </summary>
      <ul>
        {others.map((alarm) => (
          <li key={alarm.id} className="border-t border-edge py-2">
            {lineOf(alarm, nowMs)}
          </li>
        ))}
      </ul>
    </details>
  );
}

const isOfLastDay = ({ raisedAt }: Alarm, nowMs: number) => nowMs - Date.parse(raisedAt) < DAY_MS;

/** "Brandlarm kl. 14.05 – falskt larm" */
function lineOf(alarm: Alarm, nowMs: number): string {
  const time = clockTime(alarm.raisedAt);
  const isToday = isSameDay(Date.parse(alarm.raisedAt), nowMs);
  const when = isToday ? time : LATEST.yesterday(time);
  return `${KINDS[kindOf(alarm)].title} ${when} – ${latestOutcome(alarm)}`;
}
