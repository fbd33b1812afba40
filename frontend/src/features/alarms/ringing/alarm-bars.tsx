import type { Alarm } from '@contract/alarm';
import { setWindow } from '../commands/attention.js';
import { kindOf, minutesLeft } from '../model/alarm-rules.js';
import { COPY, statesOf } from '../model/alarms.copy.js';
import { KINDS } from '../model/kinds.copy.js';
import { AnnounceOnce } from '../ongoing/extend-alarm.js';
import type { Alarms } from '../ongoing/use-alarms.js';
import { MuteAlarm } from '../ongoing/sound-button.js';

interface AlarmBarProps {
  alarms: Alarms;
  /** The alarms that go on without being shown. */
  minimised: Alarm[];
}

/** Shows that an alarm goes on while it is minimised, and mutes it. It cannot be dismissed. */
export function AlarmBar({ alarms, minimised }: AlarmBarProps) {
  const [first] = minimised;
  if (!first) return null;
  const { Icon, surface, title } = KINDS[kindOf(first)];
  // The sender is warned on every page; a manager is only in the alarm.
  const minutes = alarms.person.membershipIds.has(first.sender.membershipId)
    ? minutesLeft(first, alarms.nowMs)
    : undefined;
  return (
    <div className={`flex items-center ${surface}`}>
      {minutes !== undefined && <AnnounceOnce>{statesOf(first).soon(minutes)}</AnnounceOnce>}
      <button
        type="button"
        onClick={() => setWindow(first.id, 'open')}
        className="flex min-h-14 min-w-0 grow items-center justify-center gap-2 px-3 text-button font-bold"
      >
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0" />
        <span>
          {minutes === undefined ? COPY.incoming.bar(title) : COPY.incoming.barSoon(title, minutes)}
        </span>
      </button>
      <MuteAlarm alarm={first} alarms={alarms} className="mr-2 w-36 flex-none!" />
    </div>
  );
}
