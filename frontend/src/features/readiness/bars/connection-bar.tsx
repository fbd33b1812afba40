import { useEffect, useState } from 'react';
import { useOnline } from '../../../lib/hooks/use-online.js';
import { reconnectNow, useConnection } from '../../../lib/realtime/socket.js';
import { clockTime } from '../../../lib/time/dates.js';
import { Button } from '../../../ui/button.js';
import { READINESS } from '../readiness.copy.js';
import { useReachable } from '../use-readiness.js';
import { Bar } from './bar.js';

const LOST_MS = 30_000;
const BACK_SHOWN_MS = 3_000;

/** Shows that an alarm might be late or not arrive at all. A short gap is not shown. */
export function ConnectionBar() {
  const { way, sinceMs, silentMs } = useReachable();
  const refusal = useConnection((connection) => connection.refusal);
  const isOnline = useOnline();
  const isDown = way !== 'socket' && way !== 'hiccup';
  const isShown = way !== 'off' && (!isOnline || isDown);
  const isLost = isShown && isOnline && silentMs >= LOST_MS;
  const isBack = useBack(isShown);

  const words = READINESS.connection;
  let text = isBack ? words.back : '';
  if (isShown) text = isLost ? words.lost(clockTime(sinceMs)) : words.reconnecting;
  if (isShown && refusal) text = `${refusal} ${text}`;
  if (isShown && !isOnline) text = words.offline;
  return (
    <Bar
      action={
        isLost && (
          <Button variant="secondary" className="shrink-0" onClick={reconnectNow}>
            {words.retry}
          </Button>
        )
      }
    >
      {text}
    </Bar>
  );
}

/** True for `BACK_SHOWN_MS` after the warning has disappeared. */
function useBack(isShown: boolean): boolean {
  const [phase, setPhase] = useState<'hidden' | 'shown' | 'back'>('hidden');
  if (isShown && phase !== 'shown') setPhase('shown');
  if (!isShown && phase === 'shown') setPhase('back');
  useEffect(() => {
    if (phase !== 'back') return;
    const timer = setTimeout(() => setPhase('hidden'), BACK_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [phase]);
  return phase === 'back';
}
