import { useSound } from '../../lib/audio.js';
import { useConnection } from '../../lib/socket.js';
import { COPY } from './alarms.copy.js';

const SHAPES = { ready: '●', muted: '◐', connecting: '○', away: '○' };

/** Whether an alarm would reach this tab and be heard: by shape and word, never by colour alone. */
export function ReadinessChip() {
  const status = useConnection((state) => state.status);
  const isArmed = useSound(({ state }) => state === 'armed');
  const state =
    status === 'connected'
      ? isArmed
        ? 'ready'
        : 'muted'
      : status === 'connecting'
        ? 'connecting'
        : 'away';
  return (
    <span className="inline-flex items-center gap-1.5 text-meta font-semibold whitespace-nowrap">
      <span aria-hidden="true">{SHAPES[state]}</span>
      {COPY.chip[state]}
    </span>
  );
}
