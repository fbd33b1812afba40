import { useSound } from '../../lib/audio/sound-state.js';
import { useConnection } from '../../lib/realtime/socket.js';
import { useOnline } from '../../lib/hooks/use-online.js';
import { useReachable } from './use-reachable.js';

export type ReadinessState = 'ready' | 'muted' | 'connecting' | 'away';

/** Returns `ready` when an alarm would reach this tab now and sound. */
export function useReadiness(): ReadinessState {
  const { way } = useReachable();
  const isFirst = useConnection((state) => state.status === 'connecting');
  const isArmed = useSound(({ state }) => state === 'armed');
  const isOnline = useOnline();
  // A socket may look open for a while after the network is gone.
  if (way === 'off' || way === 'none' || !isOnline) return 'away';
  if (way === 'asking') return 'connecting';
  if (way === 'hiccup' && isFirst) return 'connecting';
  return isArmed ? 'ready' : 'muted';
}
