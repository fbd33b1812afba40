import { useEffect, useState, useSyncExternalStore } from 'react';
import { reconnectNow, useConnection } from '../../lib/socket.js';
import { Button } from '../../ui/button.js';
import { COPY } from './alarms.copy.js';
import { clockTime } from './format.js';
import { useNow } from './use-now.js';

const RECONNECTING_MS = 5_000;
const LOST_MS = 30_000;
const BACK_SHOWN_MS = 3_000;

/** Says when an alarm might not come through. A hiccup is not worth a word. */
export function ConnectionBar() {
  const { status, downSince } = useConnection();
  const isOnline = useOnline();
  const isDown = status !== 'off' && downSince !== undefined;
  const nowMs = useNow(isDown);
  const downMs = isDown ? nowMs - downSince : 0;
  const isTold = isDown && (!isOnline || downMs >= RECONNECTING_MS);
  const isBack = useBack(isTold);

  const words = COPY.connection;
  let text = isBack ? words.back : '';
  if (isTold) text = downMs >= LOST_MS ? words.lost(clockTime(downSince)) : words.reconnecting;
  if (isTold && !isOnline) text = words.offline;
  return (
    <div role="status">
      {text && (
        <div className="flex min-h-12 items-center justify-between gap-3 bg-warn px-4 py-1 text-meta font-semibold text-warn-ink sm:text-body">
          <span>{text}</span>
          {isTold && isOnline && downMs >= LOST_MS && (
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

function useOnline(): boolean {
  return useSyncExternalStore(
    (tell) => {
      window.addEventListener('online', tell);
      window.addEventListener('offline', tell);
      return () => {
        window.removeEventListener('online', tell);
        window.removeEventListener('offline', tell);
      };
    },
    () => navigator.onLine,
  );
}
