import type { Alarm } from '@contract/alarm';
import { COPY } from '../model/alarms.copy.js';
import { KIND_WORDS } from '../model/kinds.copy.js';
import { setWindow } from '../commands/attention.js';
import { SaidOnce } from '../ongoing/extend-alarm.js';
import { KIND_LOOKS } from '../model/alarm-icons.js';
import { type Here, kindOf, minutesLeft } from '../model/alarm-rules.js';

interface AlarmBarProps {
  minimised: Alarm[];
  here: Here;
  nowMs: number;
}

/** Shows that an alarm goes on while it is minimised. It cannot be dismissed. */
export function AlarmBar({ minimised, here, nowMs }: AlarmBarProps) {
  const [first] = minimised;
  if (!first) return null;
  const { Icon, surface } = KIND_LOOKS[kindOf(first)];
  const { title } = KIND_WORDS[kindOf(first)];
  // Only the sender can extend it, so the sender is warned on every page.
  const minutes = here.membershipIds.has(first.sender.membershipId)
    ? minutesLeft(first, nowMs)
    : undefined;
  return (
    <>
      {minutes !== undefined && <SaidOnce minutes={minutes} />}
      <button
        type="button"
        onClick={() => setWindow(first.id, 'open')}
        className={`flex min-h-14 w-full items-center justify-center gap-3 px-4 text-button font-bold ${surface}`}
      >
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0" />
        {minutes === undefined ? COPY.incoming.bar(title) : COPY.incoming.barSoon(title, minutes)}
      </button>
    </>
  );
}
