import type { PastAlarm } from '@contract/http';
import { usePages } from '../../../lib/hooks/use-pages.js';
import { monthTitle } from '../../../lib/time/table-times.js';
import { Paged } from '../../../ui/paged.js';
import { HISTORY } from './history.copy.js';
import { fetchHistory, type HistoryFilter } from './history-api.js';
import { HistoryRow } from './history-row.js';

interface HistoryListProps {
  buildingId: string;
  filter: HistoryFilter;
}

export function HistoryList({ buildingId, filter }: HistoryListProps) {
  const pages = usePages(`${buildingId} ${filter}`, (before, signal) =>
    fetchHistory(buildingId, filter, { before, signal }),
  );
  return (
    <Paged pages={pages} words={HISTORY}>
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

/** Groups alarms by month, in the order of the list. */
function byMonth(alarms: PastAlarm[]): [string, PastAlarm[]][] {
  const months = new Map<string, PastAlarm[]>();
  for (const alarm of alarms) {
    const month = monthTitle(alarm.raisedAt);
    months.set(month, [...(months.get(month) ?? []), alarm]);
  }
  return [...months];
}
