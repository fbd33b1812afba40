import type { ResponseKind } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { Ring112 } from '../../../ui/ring-112.js';
import { COPY } from '../model/alarms.copy.js';
import { KIND_WORDS } from '../model/kinds.copy.js';
import { ResponseButtons } from '../ongoing/response-buttons.js';
import { ago, detailsText, shortAddress, whoText } from '../model/format.js';
import { KIND_LOOKS } from '../model/alarm-icons.js';
import { PLAIN, SoundButton, type SoundProps, SoundStatus } from './sound-controls.js';
import { kindOf } from '../model/alarm-rules.js';

interface IncomingAlarmProps extends SoundProps {
  membership: Membership | undefined;
  headingId: string;
  nowMs: number;
  /** The number of active alarms. */
  count: number;
  onNext: () => void;
  onRespond: (response: ResponseKind) => void;
  onMinimise: () => void;
}

/** Shows an alarm that the person has not responded to: sender, advice, 112 and the responses. */
export function IncomingAlarm(props: IncomingAlarmProps) {
  const { alarm, membership, headingId, nowMs, count, onNext, onRespond, onMinimise } = props;
  const kind = kindOf(alarm);
  const { Icon } = KIND_LOOKS[kind];
  const { title, advice } = KIND_WORDS[kind];
  const when = ago(nowMs - Date.parse(alarm.raisedAt));
  const address = membership && shortAddress(membership.building);
  return (
    <div className="mx-auto flex min-h-full max-w-form flex-col gap-3 bg-inherit wrap-anywhere lg:justify-center px-[20px] py-5 pt-[max(1.25rem,env(safe-area-inset-top))] [@media(max-height:720px)]:gap-2 [@media(max-height:720px)]:px-[16px] [@media(max-height:720px)]:py-4">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p>{[address, when].filter(Boolean).join(' · ')}</p>
        {count > 1 && (
          <p className="flex flex-wrap items-center gap-x-3 font-semibold">
            {COPY.incoming.several(count)}
            <button type="button" onClick={onNext} className="min-h-12 px-2 underline">
              {COPY.incoming.next}
            </button>
          </p>
        )}
      </div>
      <h1 id={headingId} tabIndex={-1} className="alarm-title flex flex-wrap items-center gap-x-2">
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-[1em] shrink-0" />
        {title}
      </h1>
      <p className="text-button font-semibold">{whoText(alarm)}</p>
      <p
        role="status"
        className="font-semibold empty:absolute [@media(max-height:639px)]:line-clamp-2"
      >
        {detailsText(alarm)}
      </p>
      <p>
        {advice[0]}
        <span className="block [@media(max-height:639px)]:hidden">{advice[1]}</span>
      </p>
      <Ring112
        address={membership?.building.address}
        className="alarm-call sticky top-2 z-1 mt-auto w-full lg:mt-4 flex-wrap *:w-full"
      />
      <ResponseButtons alarm={alarm} onRespond={onRespond} />
      <div className="sticky bottom-0 -mb-2 flex flex-col gap-2 bg-inherit pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <SoundStatus {...props} />
        <div className="flex flex-wrap gap-2 sm:gap-3">
          <SoundButton {...props} />
          <button type="button" onClick={onMinimise} className={PLAIN}>
            {COPY.incoming.minimise}
          </button>
        </div>
      </div>
    </div>
  );
}
