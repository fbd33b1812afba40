import type { Alarm } from '@contract/alarm';
import { useRef } from 'react';
import { arm } from '../../../lib/audio/audio.js';
import { useSound } from '../../../lib/audio/sound-state.js';
import { usePendingMutes } from '../commands/mute.js';
import { COPY } from '../model/alarms.copy.js';
import { ReservedSpace } from '../../../ui/reserved-space.js';

export interface SoundProps {
  alarm: Alarm;
  isSilenced: boolean;
  onSilence: () => void;
  onUnsilence: () => void;
}

type ButtonProps = Omit<SoundProps, 'alarm'> & { className?: string };

/** The classes of a button without its own background, on the colour of the alarm. */
export const PLAIN =
  'min-h-12 flex-[1_1_8rem] rounded-card border-2 border-current px-2 font-semibold hover:underline';

/** The room of the line is always reserved: without it, the buttons above would move. */
export function SoundStatus({ alarm, isSilenced }: SoundProps) {
  const isBlocked = useSound(({ state, playing }) => state === 'blocked' && !playing);
  const isLate = usePendingMutes(({ pending }) => pending[alarm.id]?.late === true);
  const { silenced, silencedHere, blocked } = COPY.incoming;
  const text = isSilenced ? (isLate ? silencedHere : silenced) : isBlocked ? blocked : '';
  return (
    <ReservedSpace for={silencedHere} className="text-center text-meta font-semibold">
      <p role="status">{text}</p>
    </ReservedSpace>
  );
}

/**
 * One button mutes and unmutes, so that nothing moves under a finger when the sound starts. It keeps
 * the height of its longer label, which takes two lines at 320 px.
 */
export function SoundButton({ isSilenced, onSilence, onUnsilence, className = '' }: ButtonProps) {
  const isBlocked = useSound(({ state, playing }) => state === 'blocked' && !playing);
  const isOff = isSilenced || isBlocked;
  const wasOff = useRef<boolean>(undefined);
  const press = () => {
    // The press itself may unlock the sound, and then the label has changed before its click.
    const meantOn = wasOff.current ?? isOff;
    wasOff.current = undefined;
    if (!meantOn) return onSilence();
    onUnsilence();
    arm();
  };
  return (
    <button
      type="button"
      className={`${PLAIN} ${className}`}
      onPointerDown={() => (wasOff.current = isOff)}
      onClick={press}
    >
      <ReservedSpace as="span" for={COPY.incoming.unsilence} className="place-items-center">
        <span>{isOff ? COPY.incoming.unsilence : COPY.incoming.silence}</span>
      </ReservedSpace>
    </button>
  );
}
