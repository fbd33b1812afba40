import type { TimelineEntry } from '@contract/http';
import { longDate } from '../../../lib/time/dates.js';
import { exactTime } from '../../../lib/time/table-times.js';
import { homeText } from '../model/format.js';
import { deedText } from './history.copy.js';

interface TimelineProps {
  entries: TimelineEntry[];
  exercise: boolean;
}

/** Shows the events of an alarm, to the second. An entry shows its day when the day has changed. */
export function Timeline({ entries, exercise }: TimelineProps) {
  const shown = entries.filter((entry) => !isEcho(entry, entries));
  return (
    <ol className="flex flex-col">
      {shown.map((entry, index) => {
        const day = longDate(entry.at);
        const before = shown[index - 1];
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

/** "Karl Ek, lägenhet 1301,", or the name alone where the home is not known */
function whoOf({ name, home }: TimelineEntry): string | undefined {
  const flat = home ? homeText(home) : '';
  return name && flat ? `${name}, ${flat},` : name;
}

/** A call for help also makes an `updated` entry at the same moment; it is shown once. */
const isEcho = ({ kind, at }: TimelineEntry, all: TimelineEntry[]) =>
  kind === 'updated' && all.some((other) => other.kind === 'need_help' && other.at === at);
