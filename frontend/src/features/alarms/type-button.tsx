import type { AlarmType } from '@contract/alarm';
import { useId } from 'react';
import { TYPE_WORDS } from './alarms.copy.js';
import { KIND_LOOKS } from './looks.js';

export function TypeButton({ type, onPress }: { type: AlarmType; onPress: () => void }) {
  const id = useId();
  const { Icon, surface } = KIND_LOOKS[type];
  const { name, hint } = TYPE_WORDS[type];
  return (
    <button
      type="button"
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-hint`}
      onClick={onPress}
      className={`flex min-h-24 w-full items-center gap-4 rounded-card px-5 py-3 text-left ${surface}`}
    >
      <Icon aria-hidden="true" strokeWidth={2.5} className="size-10 shrink-0" />
      <span className="min-w-0">
        <span id={`${id}-name`} className="block text-h2 font-bold">
          {name}
        </span>
        <span id={`${id}-hint`} className="block text-body leading-tight">
          {hint}
        </span>
      </span>
    </button>
  );
}
