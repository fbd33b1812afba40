import type { Alarm } from '@contract/alarm';
import { COPY } from '../model/alarms.copy.js';
import { KIND_WORDS } from '../model/kinds.copy.js';
import { setWindow, silence, unsilence } from '../commands/attention.js';
import { SaidOnce } from '../ongoing/extend-alarm.js';
import { KIND_LOOKS } from '../model/alarm-icons.js';
import { type Here, isMine, isSilenced, kindOf, minutesLeft } from '../model/alarm-rules.js';
import { SoundButton } from './sound-controls.js';

interface AlarmBarProps {
  active: Alarm[];
  minimised: Alarm[];
  here: Here;
  nowMs: number;
}

/** Shows that an alarm goes on while it is minimised, and mutes it. It cannot be dismissed. */
export function AlarmBar({ active, minimised, here, nowMs }: AlarmBarProps) {
  const [first] = minimised;
  if (!first) return null;
  const { Icon, surface } = KIND_LOOKS[kindOf(first)];
  const { title } = KIND_WORDS[kindOf(first)];
  // The sender is warned on every page; a manager is only in the alarm.
  const minutes = here.membershipIds.has(first.sender.membershipId)
    ? minutesLeft(first, nowMs)
    : undefined;
  const mayRing = !isMine(first, here) && !here.responded.has(first.id);
  return (
    <div className={`flex items-center ${surface}`}>
      {minutes !== undefined && <SaidOnce minutes={minutes} />}
      <button
        type="button"
        onClick={() => setWindow(first.id, 'open')}
        className="flex min-h-14 min-w-0 grow items-center justify-center gap-2 px-3 text-button font-bold"
      >
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0" />
        {minutes === undefined ? COPY.incoming.bar(title) : COPY.incoming.barSoon(title, minutes)}
      </button>
      {mayRing && (
        <SoundButton
          className="mr-2 w-36 flex-none!"
          isSilenced={isSilenced(first, here, nowMs)}
          onSilence={() => silence(active, undefined)}
          onUnsilence={() => unsilence(first)}
        />
      )}
    </div>
  );
}
