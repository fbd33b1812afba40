import type { PastAlarm } from '@contract/http';
import { kindOf } from '../model/alarm-rules.js';
import { KINDS } from '../model/kinds.copy.js';

export function KindIcon({ alarm }: { alarm: PastAlarm }) {
  const { Icon, surface } = KINDS[kindOf(alarm)];
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
