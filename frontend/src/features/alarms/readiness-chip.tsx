import { useSound } from '../../lib/audio.js';
import { useConnection } from '../../lib/socket.js';
import { COPY } from './alarms.copy.js';
import { useOnline } from './use-online.js';
import { useReachable } from './use-reachable.js';

const SHAPES = { ready: '●', muted: '◐', connecting: '○', away: '○' };

/** Whether an alarm would reach this tab and be heard: by shape and word, never by colour alone. */
export function ReadinessChip() {
  const state = useReadiness();
  return (
    <span className="inline-flex items-center gap-1.5 text-meta font-semibold whitespace-nowrap">
      <span aria-hidden="true">{SHAPES[state]}</span>
      {COPY.chip[state]}
    </span>
  );
}

function useReadiness(): keyof typeof SHAPES {
  const { way } = useReachable();
  const isFirst = useConnection((state) => state.status === 'connecting');
  const isArmed = useSound(({ state }) => state === 'armed');
  const isOnline = useOnline();
  if (way === 'off' || way === 'none') return 'away';
  if (way === 'asking') return 'connecting';
  if (way === 'hiccup' && !isOnline) return 'away';
  if (way === 'hiccup' && isFirst) return 'connecting';
  return isArmed ? 'ready' : 'muted';
}
