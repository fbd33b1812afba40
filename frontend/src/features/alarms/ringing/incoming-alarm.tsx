import type { ResponseKind } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { Ring112 } from '../../../ui/ring-112.js';
import { COPY } from '../model/alarms.copy.js';
import { KIND_WORDS } from '../model/kinds.copy.js';
import { BriefHelpCalls } from '../ongoing/help/help-calls.js';
import { ResponseButtons } from '../ongoing/response-buttons.js';
import { ago, detailsText, shortAddress, whoText } from '../model/format.js';
import { KIND_LOOKS } from '../model/alarm-icons.js';
import { PLAIN, SoundButton, type SoundProps, SoundStatus } from './sound-controls.js';
import { kindOf } from '../model/alarm-rules.js';

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
  const kind = kindOf(alarm);
  const { Icon } = KIND_LOOKS[kind];
  const { title, advice } = KIND_WORDS[kind];
  const address = membership && shortAddress(membership.building);
  const raisedMs = nowMs - Date.parse(alarm.raisedAt);
  const whereAndWhen = [address, ago(raisedMs)].filter(Boolean).join(' · ');
  return (
    <div className="alarm-frame mx-auto flex min-h-full max-w-form flex-col gap-3 bg-inherit wrap-anywhere px-[20px] [@media(max-height:720px)]:gap-2 [@media(max-height:720px)]:px-[16px]">
      <BriefHelpCalls alarm={alarm} ownId={membership?.id}>
        <p className="text-meta font-normal">{whereAndWhen}</p>
      </BriefHelpCalls>
      <h1 id={headingId} tabIndex={-1} className="alarm-title flex flex-wrap items-center gap-x-2">
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-[1em] shrink-0" />
        {title}
      </h1>
      <p className="text-button font-semibold">{whoText(alarm)}</p>
      {titles.length > 1 && (
        <p className="alarm-news flex items-center justify-between gap-x-3 font-semibold">
          {COPY.incoming.several(titles)}
          <button type="button" onClick={onNext} className="min-h-12 shrink-0 px-2 underline">
            {COPY.incoming.next}
          </button>
        </p>
      )}
      <p role="status" className="alarm-news font-semibold empty:absolute">
        {detailsText(alarm)}
      </p>
      <p className="alarm-advice">
        {advice[0]}
        <span className="block [@media(max-height:639px)]:hidden">{advice[1]}</span>
      </p>
      <div className="alarm-actions gap-3 bg-inherit [@media(max-height:720px)]:gap-2">
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
