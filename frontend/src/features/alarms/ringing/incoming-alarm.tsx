import type { Alarm, ResponseKind } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { isolated } from '@contract/written-text';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSound } from '../../../lib/audio/sound-state.js';
import { Names } from '../../../ui/names.js';
import { ReservedSpace } from '../../../ui/reserved-space.js';
import { Ring112 } from '../../../ui/ring-112.js';
import { mutes } from '../commands/outbox.js';
import { kindOf } from '../model/alarm-rules.js';
import { COPY } from '../model/alarms.copy.js';
import { ago, capital, detailsText, shortAddress, whoText } from '../model/format.js';
import { aboutId } from '../ongoing/about-id.js';
import { KINDS } from '../model/kinds.copy.js';
import { HelpStrip } from '../ongoing/help-calls.js';
import { ResponseButtons } from '../ongoing/own-response.js';
import { PLAIN, SoundButton, type SoundButtonProps } from '../ongoing/sound-button.js';

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
 * buttons stay where they are when a text above them comes or grows: `alarm-dialog.css` has the
 * layouts.
 */
export function IncomingAlarm(props: IncomingAlarmProps) {
  const { alarm, membership, headingId, nowMs, titles, onNext, onRespond, onMinimise } = props;
  const { Icon, title, advice } = KINDS[kindOf(alarm)];
  const address = membership && shortAddress(membership.building);
  const details = detailsText(alarm);
  const raisedMs = nowMs - Date.parse(alarm.raisedAt);
  return (
    <div className="alarm-frame mx-auto flex min-h-full max-w-form flex-col bg-inherit wrap-anywhere">
      <div className="alarm-texts alarm-part flex-[1_0_auto]">
        <p className="alarm-where text-meta">
          <Names in={[address && isolated(address), ago(raisedMs)].filter(Boolean).join(' · ')} />
        </p>
        <div className="alarm-what flex flex-wrap items-center gap-x-2">
          <Icon aria-hidden="true" strokeWidth={2.5} className="alarm-icon size-[1em] shrink-0" />
          <h1
            id={headingId}
            tabIndex={-1}
            aria-describedby={aboutId(headingId)}
            className="alarm-title"
          >
            {title}
          </h1>
        </div>
        <p id={aboutId(headingId)} className="alarm-who text-button font-semibold">
          <Names in={capital(whoText(alarm))} />
        </p>
        <WholeLines>
          {titles.length > 1 && (
            <p className="flex items-start justify-between gap-x-3 font-semibold">
              <span>{COPY.incoming.several(titles)}</span>
              <button
                type="button"
                onClick={onNext}
                className="-my-3 min-h-12 shrink-0 px-2 underline"
              >
                {COPY.incoming.next}
              </button>
            </p>
          )}
          <p role="status" className="font-semibold empty:absolute">
            {details && <bdi>{details}</bdi>}
          </p>
          <div>
            {advice.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </WholeLines>
      </div>
      <div className="alarm-actions alarm-part bg-inherit">
        <HelpStrip alarm={alarm} ownId={membership?.id} />
        <div className="alarm-answers alarm-part">
          <Ring112
            address={membership?.building.address}
            className="alarm-call w-full flex-wrap *:w-full"
          />
          <ResponseButtons alarm={alarm} onRespond={onRespond} />
        </div>
        <div className="alarm-sound alarm-part sticky bottom-0 bg-inherit">
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

/**
 * Takes the room that the other parts leave, and shows as many lines as fit whole; the others are
 * scrolled to. Its lines have one height.
 */
function WholeLines({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const shown = box.current;
    if (!shown || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setCut(shown.scrollHeight > shown.clientHeight));
    [shown, ...shown.children].forEach((part) => observer.observe(part));
    return () => observer.disconnect();
  }, [children]);
  return (
    <div className="alarm-lines">
      {/* A box that scrolls must be reachable with the keyboard. */}
      <div ref={box} tabIndex={isCut ? 0 : undefined}>
        {children}
      </div>
    </div>
  );
}

interface SoundProps extends SoundButtonProps {
  alarm: Alarm;
}

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
