import type { PastAlarm } from '@contract/http';
import { usePages } from '../../lib/use-pages.js';
import { monthTitle } from '../../lib/table-times.js';
import { Button } from '../../ui/button.js';
import { Loading } from '../../ui/loading.js';
import { Notice } from '../../ui/notice.js';
import { HISTORY } from './history.copy.js';
import { fetchHistory, type HistoryFilter } from './history-api.js';
import { HistoryRow } from './history-row.js';

interface HistoryListProps {
  buildingId: string;
  filter: HistoryFilter;
}

export function HistoryList({ buildingId, filter }: HistoryListProps) {
  const { items, hasMore, failed, more, reload, loadMore } = usePages(
    `${buildingId} ${filter}`,
    (before, signal) => fetchHistory(buildingId, filter, { before, signal }),
  );
  if (failed) return <Failed onRetry={() => void reload()} />;
  if (!items) return <Loading />;
  if (items.length === 0) return <p role="status">{HISTORY.empty}</p>;
  return (
    <div className="flex flex-col gap-6">
      {byMonth(items).map(([month, alarms]) => (
        <section key={month} aria-label={month} className="flex flex-col gap-3">
          <h2 className="text-h2">{month}</h2>
          <ul className="flex flex-col gap-3">
            {alarms.map((alarm) => (
              <HistoryRow key={alarm.id} alarm={alarm} />
            ))}
          </ul>
        </section>
      ))}
      {more.failed && <Failed onRetry={() => void loadMore()} />}
      {hasMore && !more.failed && (
        <Button
          variant="secondary"
          className="self-start"
          busy={more.busy}
          onClick={() => void loadMore()}
        >
          {HISTORY.more}
        </Button>
      )}
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice kind="error" role="alert">
      <p>{HISTORY.failed}</p>
      <div>
        <Button variant="secondary" onClick={onRetry}>
          {HISTORY.retry}
        </Button>
      </div>
    </Notice>
  );
}

/** They come in the order of time, so a month is one run of them. */
function byMonth(alarms: PastAlarm[]): [string, PastAlarm[]][] {
  const months = new Map<string, PastAlarm[]>();
  for (const alarm of alarms) {
    const month = monthTitle(alarm.raisedAt);
    months.set(month, [...(months.get(month) ?? []), alarm]);
  }
  return [...months];
}
