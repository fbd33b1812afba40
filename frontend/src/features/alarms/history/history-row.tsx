import type { PastAlarm } from '@contract/http';
import { pastAlarmPath } from '@contract/paths';
import { ChevronRight } from 'lucide-react';
import { tableMoment } from '../../../lib/time/table-times.js';
import { homeText } from '../model/format.js';
import { Link } from '../../../ui/link.js';
import { HISTORY, outcomeText, reachedText } from './history.copy.js';
import { KIND_LOOKS } from '../model/alarm-icons.js';
import { kindOf } from '../model/alarm-rules.js';

/** Shows one alarm in a line or two, which link to the alarm's page. */
export function HistoryRow({ alarm }: { alarm: PastAlarm }) {
  const kind = kindOf(alarm);
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
              {HISTORY.kinds[kind]} <span className="sr-only">–</span>
            </p>
            <p>
              <time dateTime={alarm.raisedAt}>{tableMoment(alarm.raisedAt)}</time>
            </p>
            <p className="text-muted">
              {[sender.name, homeText(sender.home)].filter(Boolean).join(', ')}
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

export function KindIcon({ alarm }: { alarm: PastAlarm }) {
  const { Icon, surface } = KIND_LOOKS[kindOf(alarm)];
  const dashed = alarm.exercise
    ? 'outline-2 -outline-offset-4 outline-dashed outline-exercise-ink'
    : '';
  return (
    <span
      className={`flex size-12 shrink-0 items-center justify-center self-start rounded-card ${surface} ${dashed}`}
    >
      <Icon aria-hidden="true" strokeWidth={2.5} className="size-7" />
    </span>
  );
}
