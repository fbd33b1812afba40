import type { Alarm } from '@contract/alarm';
import { COPY, KIND_WORDS } from './alarms.copy.js';
import { place } from './attention.js';
import { KIND_LOOKS } from './looks.js';
import { kindOf } from './ringing.js';

/** What goes on while the alarm itself is out of the way. It cannot be dismissed. */
export function AlarmBar({ aside }: { aside: Alarm[] }) {
  const [first] = aside;
  if (!first) return null;
  const { Icon, surface } = KIND_LOOKS[kindOf(first)];
  return (
    <button
      type="button"
      onClick={() => place([first.id], 'open')}
      className={`flex min-h-14 w-full items-center justify-center gap-3 px-4 text-button font-bold ${surface}`}
    >
      <Icon aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0" />
      {COPY.incoming.bar(KIND_WORDS[kindOf(first)].title)}
    </button>
  );
}
