import { VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { arm, useSound } from '../../lib/audio.js';
import { Button } from '../../ui/button.js';
import { COPY } from './alarms.copy.js';

/**
 * Any press on the page unlocks the sound. If the bar went away within that press, the page would
 * move under the finger and the press would land beside its button.
 */
const SETTLE_MS = 800;

export function SoundBar() {
  const isBlocked = useSound(({ state }) => state === 'blocked');
  const isShown = useSettled(isBlocked, false);
  return (
    <div role="status">
      {isShown && (
        <div className="flex min-h-12 items-center justify-between gap-3 bg-warn px-4 py-1 text-meta font-semibold text-warn-ink sm:text-body">
          <span className="flex items-center gap-2">
            <VolumeX aria-hidden="true" strokeWidth={2.5} className="size-6 shrink-0" />
            {isBlocked ? COPY.sound.off : COPY.sound.on}
          </span>
          <Button variant="secondary" className="shrink-0" onClick={arm}>
            {COPY.sound.turnOn}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The value, once it has stayed for a moment. */
function useSettled(value: boolean, first: boolean): boolean {
  const [settled, settle] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
