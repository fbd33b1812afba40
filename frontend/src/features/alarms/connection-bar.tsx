import { useEffect, useState } from 'react';
import { reconnectNow } from '../../lib/socket.js';
import { Button } from '../../ui/button.js';
import { COPY } from './alarms.copy.js';
import { clockTime } from './format.js';
import { useOnline } from './use-online.js';
import { useReachable } from './use-reachable.js';

const LOST_MS = 30_000;
const BACK_SHOWN_MS = 3_000;

/** Says when an alarm might not come through. A hiccup is not worth a word. */
export function ConnectionBar() {
  const { way, sinceMs, silentMs } = useReachable();
  const isOnline = useOnline();
  const isDown = way !== 'off' && way !== 'socket';
  const isTold = isDown && (!isOnline || way !== 'hiccup');
  const isLost = isTold && isOnline && silentMs >= LOST_MS;
  const isBack = useBack(isTold);

  const words = COPY.connection;
  let text = isBack ? words.back : '';
  if (isTold) text = isLost ? words.lost(clockTime(sinceMs)) : words.reconnecting;
  if (isTold && !isOnline) text = words.offline;
  return (
    <div role="status">
      {text && (
        <div className="flex min-h-12 items-center justify-between gap-3 bg-warn px-4 py-1 text-meta font-semibold text-warn-ink sm:text-body">
          <span>{text}</span>
          {isLost && (
            <Button variant="secondary" className="shrink-0" onClick={reconnectNow}>
              {words.retry}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** True for a moment after what was told is over. */
function useBack(isTold: boolean): boolean {
  const [phase, setPhase] = useState<'quiet' | 'told' | 'back'>('quiet');
  if (isTold && phase !== 'told') setPhase('told');
  if (!isTold && phase === 'told') setPhase('back');
  useEffect(() => {
    if (phase !== 'back') return;
    const timer = setTimeout(() => setPhase('quiet'), BACK_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [phase]);
  return phase === 'back';
}
