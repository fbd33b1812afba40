import type { Alarm } from '@contract/alarm';
import { useRef } from 'react';
import { arm } from '../../../lib/audio/audio.js';
import { useSound } from '../../../lib/audio/sound-state.js';
import { ReservedSpace } from '../../../ui/reserved-space.js';
import { silence, unsilence } from '../commands/attention.js';
import { isSilenced, mayRing } from '../model/alarm-rules.js';
import { COPY } from '../model/alarms.copy.js';
import type { Alarms } from './use-alarms.js';

export interface SoundButtonProps {
  isSilenced: boolean;
  onSilence: () => void;
  onUnsilence: () => void;
  className?: string;
}

/** The classes of a button without its own background, on the colour of the alarm. */
export const PLAIN =
  'min-h-12 flex-[1_1_8rem] sideways:basis-24 rounded-card border-2 border-current px-2 font-semibold hover:underline';

/**
 * One button mutes and unmutes, so that nothing moves under a finger when the sound starts. It keeps
 * the height of its longer label, which takes two lines at 320 px.
 */
export function SoundButton({
  isSilenced,
  onSilence,
  onUnsilence,
  className = '',
}: SoundButtonProps) {
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

interface MuteAlarmProps {
  alarm: Alarm;
  alarms: Alarms;
  className?: string;
}

/** Mutes all alarms beside one that may ring here; nothing beside another. */
export function MuteAlarm({ alarm, alarms, className }: MuteAlarmProps) {
  if (!mayRing(alarm, alarms.person)) return null;
  return (
    <SoundButton
      className={className}
      isSilenced={isSilenced(alarm, alarms.person, alarms.nowMs)}
      onSilence={() => silence(alarms.active, undefined)}
      onUnsilence={() => unsilence(alarm)}
    />
  );
}
