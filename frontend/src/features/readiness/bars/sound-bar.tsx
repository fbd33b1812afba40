import { VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { arm } from '../../../lib/audio/audio.js';
import { useSound } from '../../../lib/audio/sound-state.js';
import { perTab, write } from '../../../lib/browser/storage.js';
import { Button } from '../../../ui/button.js';
import { Bar } from './bar.js';
import { READINESS } from '../readiness.copy.js';

/**
 * Any press on the page unlocks the sound. If the bar went away within that press, the page would
 * move under the finger and the press would land beside its button.
 */
const SETTLE_MS = 800;
const ARMED_KEY = 'resq.armed';

export function SoundBar() {
  const isBlocked = useSound(({ state }) => state === 'blocked');
  const isShown = useSettled(isBlocked, false);
  const isSilenced = useSilencedByReload(isBlocked);
  if (!isShown) return <Bar />;
  return (
    <Bar
      action={
        <Button variant="secondary" className="shrink-0" onClick={arm}>
          {READINESS.sound.turnOn}
        </Button>
      }
    >
      <VolumeX aria-hidden="true" strokeWidth={2.5} className="size-6 shrink-0" />
      <span>
        {isBlocked
          ? `${READINESS.sound.off}${isSilenced ? ` ${READINESS.sound.byReload}` : ''}`
          : READINESS.sound.on}
      </span>
    </Bar>
  );
}

/** True after a reload that locked the sound of an armed tab, until the sound is unlocked again. */
function useSilencedByReload(isBlocked: boolean): boolean {
  const [wasArmed, setWasArmed] = useState(() => perTab.getItem(ARMED_KEY) !== null && isReload());
  if (!isBlocked && wasArmed) setWasArmed(false);
  useEffect(() => {
    if (!isBlocked) write(perTab, ARMED_KEY, '1');
  }, [isBlocked]);
  return wasArmed;
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload';
}

/** Returns the value once it has stayed the same for `SETTLE_MS`. */
function useSettled(value: boolean, first: boolean): boolean {
  const [settled, settle] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
