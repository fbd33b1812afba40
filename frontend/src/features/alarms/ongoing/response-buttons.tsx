import type { Alarm, ResponseKind } from '@contract/alarm';
import { KIND_WORDS } from '../model/kinds.copy.js';
import { RESPONSE_ICONS } from '../model/alarm-icons.js';
import { kindOf } from '../model/alarm-rules.js';

interface ResponseButtonsProps {
  alarm: Alarm;
  onRespond: (response: ResponseKind) => void;
}

/** The buttons are white and have icons, because many people cannot tell red and green apart. */
export function ResponseButtons({ alarm, onRespond }: ResponseButtonsProps) {
  const { responses } = KIND_WORDS[kindOf(alarm)];
  return (
    <div className="grid grid-cols-1 gap-3 [@media(max-height:720px)]:gap-2 [@media(max-height:639px)]:grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] [@media(max-height:639px)_and_(min-width:600px)]:grid-cols-3">
      {responses.map(({ response, label, hint }) => {
        const Icon = RESPONSE_ICONS[response];
        return (
          <button
            key={response}
            type="button"
            onClick={() => onRespond(response)}
            className="flex min-h-16 items-center gap-3 rounded-card border-2 border-ink bg-page px-4 py-2 text-left text-button font-semibold text-ink [@media(max-height:639px)]:flex-col [@media(max-height:639px)]:justify-center [@media(max-height:639px)]:gap-1 [@media(max-height:639px)]:px-2 [@media(max-height:639px)]:text-center [@media(max-height:639px)]:text-body [@media(max-height:639px)]:leading-tight [@media(max-height:639px)_and_(max-width:599px)]:last:odd:col-span-full [@media(max-height:639px)_and_(max-width:599px)]:last:odd:flex-row [@media(max-height:639px)_and_(max-width:599px)]:last:odd:gap-3"
          >
            <Icon aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0" />
            <span className="min-w-0">
              {label}
              {hint && <span className="block text-meta font-normal">{hint}</span>}
            </span>
          </button>
        );
      })}
    </div>
  );
}
