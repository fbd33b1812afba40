import type { TimelineEntry } from '@contract/http';
import { longDate } from '../../../lib/time/dates.js';
import { exactTime } from '../../../lib/time/table-times.js';
import { homeText } from '../model/format.js';
import { deedText } from './history.copy.js';

interface TimelineProps {
  entries: TimelineEntry[];
  exercise: boolean;
}

/** What happened, to the second. The day stands where it is another one than the line before. */
export function Timeline({ entries, exercise }: TimelineProps) {
  const told = entries.filter((entry) => !isEcho(entry, entries));
  return (
    <ol className="flex flex-col">
      {told.map((entry, index) => {
        const day = longDate(entry.at);
        const before = told[index - 1];
        const newDay = before && longDate(before.at) !== day;
        return (
          <li
            key={`${entry.at} ${entry.kind} ${index}`}
            className="grid gap-x-6 border-t border-edge py-3 last:border-b sm:grid-cols-[7rem_1fr]"
          >
            <time dateTime={entry.at} className="font-semibold tabular-nums">
              {newDay && <span className="block text-meta">{day}</span>}
              {exactTime(entry.at)}
            </time>
            <div className="min-w-0 wrap-anywhere">
              <p>{deedText(entry.kind, whoOf(entry), exercise)}</p>
              {entry.place && <p className="text-muted">{entry.place}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Lists say "lägenhet 1301" after a comma; a name without a home needs none. */
function whoOf({ name, home }: TimelineEntry): string | undefined {
  const flat = home ? homeText(home) : '';
  return name && flat ? `${name}, ${flat},` : name;
}

/** A call for help changes the alarm at the same moment; it is told once. */
const isEcho = ({ kind, at }: TimelineEntry, all: TimelineEntry[]) =>
  kind === 'updated' && all.some((other) => other.kind === 'need_help' && other.at === at);
