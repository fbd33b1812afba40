import type { AlarmType } from '@contract/alarm';
import { useId } from 'react';
import { TYPE_WORDS } from '../model/kinds.copy.js';
import { KIND_LOOKS } from '../model/alarm-icons.js';

export function TypeButton({ type, onPress }: { type: AlarmType; onPress: () => void }) {
  const id = useId();
  const { Icon, surface } = KIND_LOOKS[type];
  const { name, hint } = TYPE_WORDS[type];
  return (
    <button
      type="button"
      aria-describedby={id}
      onClick={onPress}
      className={`flex min-h-24 w-full flex-wrap items-center gap-x-4 rounded-card px-5 py-3 text-left ${surface}`}
    >
      <Icon aria-hidden="true" strokeWidth={2.5} className="size-10 shrink-0" />
      <span className="min-w-min flex-1">
        <span className="block text-h2 font-bold">{name}</span>
        {/* The hint is not a part of the button's name, which is read out every time. */}
        <span id={id} aria-hidden="true" className="block text-body leading-tight text-balance">
          {hint}
        </span>
      </span>
    </button>
  );
}
