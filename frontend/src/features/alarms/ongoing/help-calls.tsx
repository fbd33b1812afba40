import type { Alarm } from '@contract/alarm';
import { LifeBuoy } from 'lucide-react';
import { COPY } from '../model/alarms.copy.js';
import { DELIVERY } from '../model/delivery.copy.js';
import { personText } from '../model/format.js';

/** Shows the calls for help to all members, because a neighbour may be near enough to help. */
export function HelpCalls({ alarm, ownId }: { alarm: Alarm; ownId: string | undefined }) {
  const others = alarm.needHelp.filter(({ membershipId }) => membershipId !== ownId);
  return (
    <>
      {/* Each call is read out once, and not again with the next one or with a new place. */}
      <div role="alert" aria-atomic="false" className="sr-only">
        {others.map((neighbour) => (
          <p key={neighbour.membershipId}>{DELIVERY.needsHelp(personText(neighbour))}</p>
        ))}
      </div>
      {others.length > 0 && (
        <ul className="flex flex-col gap-2">
          {others.map((neighbour) => (
            <li
              key={neighbour.membershipId}
              className="flex items-center gap-3 rounded-card bg-warn p-4 font-semibold text-warn-ink"
            >
              <LifeBuoy aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0" />
              <span>{COPY.ongoing.helpFor(personText(neighbour), neighbour.place)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
