import type { Alarm, NeedsHelp } from '@contract/alarm';
import { LifeBuoy } from 'lucide-react';
import type { PropsWithChildren } from 'react';
import { COPY } from '../../model/alarms.copy.js';
import { ReservedSpace } from '../../../../ui/reserved-space.js';
import { DELIVERY } from '../../model/delivery.copy.js';
import { personText } from '../../model/format.js';
import { namesText } from './help-names.js';
import { useSeenReport } from './use-seen-report.js';

interface HelpCallsProps {
  alarm: Alarm;
  ownId: string | undefined;
}

/** Shows the calls for help to all members, because a neighbour may be near enough to help. */
export function HelpCalls({ alarm, ownId }: HelpCallsProps) {
  const others = othersOf(alarm, ownId);
  const list = useSeenReport<HTMLUListElement>(alarm, others);
  return (
    <>
      <SpokenCalls calls={others} />
      {others.length > 0 && (
        <ul ref={list} className="flex flex-col gap-2">
          {others.map((neighbour) => (
            <li
              key={neighbour.membershipId}
              className="flex flex-wrap items-center gap-x-3 rounded-card bg-warn p-3 text-[min(1em,8vw)] font-semibold text-warn-ink"
            >
              <LifeBuoy aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0" />
              <span className="min-w-min flex-1">
                {COPY.ongoing.helpFor(personText(neighbour), neighbour.place)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A usual call, for which the space is reserved; a longer one is cut. */
const USUAL = DELIVERY.help.needed('Alexandra Berg i lägenhet 1301');
const FONT =
  'text-meta leading-[1.14] font-bold [@media(min-height:721px)]:text-body [@media(min-height:721px)]:leading-[1.2]';

/**
 * Shows the calls in the place of its children, so that nothing moves on an alarm that waits for a
 * response.
 */
export function BriefHelpCalls({ alarm, ownId, children }: PropsWithChildren<HelpCallsProps>) {
  const others = othersOf(alarm, ownId);
  const text = useSeenReport<HTMLParagraphElement>(alarm, others);
  return (
    <ReservedSpace for={USUAL} className={`relative items-center before:px-2 before:py-1 ${FONT}`}>
      <SpokenCalls calls={others} />
      {others.length > 0 ? (
        <p
          ref={text}
          className="absolute inset-0 overflow-hidden rounded-sm bg-warn px-2 py-1 text-warn-ink"
        >
          {DELIVERY.help.needed(namesText(others.toReversed(), others.length, 1))}
        </p>
      ) : (
        children
      )}
    </ReservedSpace>
  );
}

/** Each call is read out once, and not again with the next one or with a new place. */
function SpokenCalls({ calls }: { calls: NeedsHelp[] }) {
  return (
    <div role="alert" aria-atomic="false" className="sr-only">
      {calls.map((neighbour) => (
        <p key={neighbour.membershipId}>{DELIVERY.needsHelp(personText(neighbour))}</p>
      ))}
    </div>
  );
}

const othersOf = ({ needHelp }: Alarm, ownId: string | undefined) =>
  needHelp.filter(({ membershipId }) => membershipId !== ownId);
