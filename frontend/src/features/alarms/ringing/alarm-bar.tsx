import type { Alarm } from '@contract/alarm';
import { COPY, KIND_WORDS } from '../model/alarms.copy.js';
import { place } from '../commands/attention.js';
import { SaidOnce } from '../ongoing/extend-alarm.js';
import { KIND_LOOKS } from '../model/alarm-icons.js';
import { type Here, kindOf, minutesLeft } from '../model/alarm-rules.js';

interface AlarmBarProps {
  aside: Alarm[];
  here: Here;
  nowMs: number;
}

/** What goes on while the alarm itself is out of the way. It cannot be dismissed. */
export function AlarmBar({ aside, here, nowMs }: AlarmBarProps) {
  const [first] = aside;
  if (!first) return null;
  const { Icon, surface } = KIND_LOOKS[kindOf(first)];
  const { title } = KIND_WORDS[kindOf(first)];
  // Its sender alone can let it go on, and is told so on whatever page that person is.
  const minutes = here.membershipIds.has(first.sender.membershipId)
    ? minutesLeft(first, nowMs)
    : undefined;
  return (
    <>
      {minutes !== undefined && <SaidOnce minutes={minutes} />}
      <button
        type="button"
        onClick={() => place([first.id], 'open')}
        className={`flex min-h-14 w-full items-center justify-center gap-3 px-4 text-button font-bold ${surface}`}
      >
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0" />
        {minutes === undefined ? COPY.incoming.bar(title) : COPY.incoming.barSoon(title, minutes)}
      </button>
    </>
  );
}
