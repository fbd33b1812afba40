import type { Alarm, ResponseKind } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { isolated } from '@contract/written-text';
import { useRef } from 'react';
import { arm } from '../../../lib/audio/audio.js';
import { useSound } from '../../../lib/audio/sound-state.js';
import { Names } from '../../../ui/names.js';
import { ReservedSpace } from '../../../ui/reserved-space.js';
import { Ring112 } from '../../../ui/ring-112.js';
import { mutes } from '../commands/outbox.js';
import { kindOf } from '../model/alarm-rules.js';
import { COPY } from '../model/alarms.copy.js';
import { ago, capital, detailsText, shortAddress, whoText } from '../model/format.js';
import { KINDS } from '../model/kinds.copy.js';
import { BriefHelpCalls } from '../ongoing/help-calls.js';
import { ResponseButtons } from '../ongoing/own-response.js';

interface IncomingAlarmProps extends SoundProps {
  membership: Membership | undefined;
  headingId: string;
  nowMs: number;
  /** The titles of all active alarms. */
  titles: string[];
  onNext: () => void;
  onRespond: (response: ResponseKind) => void;
  onMinimise: () => void;
}

/**
 * Shows an alarm that the person has not responded to: sender, advice, 112 and the responses. The
 * buttons stay where they are when a text above them comes or grows.
 */
export function IncomingAlarm(props: IncomingAlarmProps) {
  const { alarm, membership, headingId, nowMs, titles, onNext, onRespond, onMinimise } = props;
  const { Icon, title, advice } = KINDS[kindOf(alarm)];
  const address = membership && shortAddress(membership.building);
  const details = detailsText(alarm);
  const raisedMs = nowMs - Date.parse(alarm.raisedAt);
  return (
    <div className="alarm-frame mx-auto flex min-h-full max-w-form flex-col gap-3 bg-inherit wrap-anywhere px-[20px] compact:gap-2 compact:px-[16px]">
      <BriefHelpCalls alarm={alarm} ownId={membership?.id}>
        <p className="text-meta font-normal">
          <Names in={[address && isolated(address), ago(raisedMs)].filter(Boolean).join(' · ')} />
        </p>
      </BriefHelpCalls>
      <h1 id={headingId} tabIndex={-1} className="alarm-title flex flex-wrap items-center gap-x-2">
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-[1em] shrink-0" />
        <span>{title}</span>
      </h1>
      <p className="text-button font-semibold">
        <Names in={capital(whoText(alarm))} />
      </p>
      {titles.length > 1 && (
        <p className="alarm-news flex items-center justify-between gap-x-3 font-semibold">
          <span>{COPY.incoming.several(titles)}</span>
          <button type="button" onClick={onNext} className="min-h-12 shrink-0 px-2 underline">
            {COPY.incoming.next}
          </button>
        </p>
      )}
      <p role="status" className="alarm-news font-semibold empty:absolute">
        {details && <bdi>{details}</bdi>}
      </p>
      <p className="alarm-advice">
        <span>{advice[0]}</span>
        <span className="block low:hidden">{advice[1]}</span>
      </p>
      <div className="alarm-actions gap-3 bg-inherit compact:gap-2">
        <Ring112
          address={membership?.building.address}
          className="alarm-call z-1 w-full flex-wrap *:w-full"
        />
        <ResponseButtons alarm={alarm} onRespond={onRespond} />
        <div className="alarm-sound sticky bottom-0 flex flex-col gap-2 bg-inherit pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          <SoundStatus {...props} />
          <div className="flex flex-wrap gap-2 sm:gap-3">
            <SoundButton {...props} />
            <button type="button" onClick={onMinimise} className={PLAIN}>
              {COPY.incoming.minimise}
            </button>
          </div>
        </div>
      </div>
    </div>
  );
}

interface SoundProps {
  alarm: Alarm;
  isSilenced: boolean;
  onSilence: () => void;
  onUnsilence: () => void;
}

type ButtonProps = Omit<SoundProps, 'alarm'> & { className?: string };

/** The classes of a button without its own background, on the colour of the alarm. */
const PLAIN =
  'min-h-12 flex-[1_1_8rem] rounded-card border-2 border-current px-2 font-semibold hover:underline';

/** The room of the line is always reserved: without it, the buttons above would move. */
function SoundStatus({ alarm, isSilenced }: SoundProps) {
  const isBlocked = useSound(({ state, playing }) => state === 'blocked' && !playing);
  const isInaudible = useSound((sound) => sound.isInaudible);
  const phase = mutes.useUnsaved((unsaved) => unsaved[alarm.id]?.phase);
  const isLate = phase === 'late' || phase === 'refused';
  const { silenced, silencedHere, blocked, inaudible } = COPY.incoming;
  const off = isInaudible ? inaudible : blocked;
  const text = isSilenced ? (isLate ? silencedHere : silenced) : isBlocked ? off : '';
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
