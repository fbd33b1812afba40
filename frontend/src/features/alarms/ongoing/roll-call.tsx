import type { Reach } from '@contract/alarm';
import { Fragment } from 'react';
import { useMedia, WIDE } from '../../../lib/hooks/use-media.js';
import { DELIVERY } from '../model/delivery.copy.js';
import { RESPONSE_WORDS } from '../model/kinds.copy.js';
import { reachedOf, summaryOf } from '../model/delivery.js';
import { ResponseList, FloorList } from './roll-call-lists.js';
import { ReservedSpace } from '../../../ui/reserved-space.js';
import { useThrottledText } from './use-throttled-text.js';
import { useStillUnderPointer } from './use-still-under-pointer.js';

/** An alarm may need this long to reach the first home, so the warning is not shown earlier. */
const PATIENCE_MS = 10_000;

/** Reserves the room for all numbers at once, because the buttons below must not move. */
const LONGEST = [
  DELIVERY.reached(88, 88),
  ...Object.values(RESPONSE_WORDS).map((words) => `88\u00a0${words}`),
].join(' · ');

interface ReachSummaryProps {
  /** Missing until the server has sent it. */
  reach: Reach | undefined;
  elapsedMs: number;
}

/**
 * Shows the sender and the managers how many homes were reached, in one line. It counts only homes
 * from which a device or a person has reported.
 */
export function ReachSummary({ reach, elapsedMs }: ReachSummaryProps) {
  const parts = reach ? summaryOf(reach) : [];
  const announced = useThrottledText(parts.map(({ text }) => text).join(', '));
  return (
    <ReservedSpace for={LONGEST} className="text-button">
      <div>
        <p className="inline">
          {parts.map(({ text, isUrgent }, index) => (
            <Fragment key={text}>
              {index > 0 && ' · '}
              {isUrgent ? <strong>{text}</strong> : text}
            </Fragment>
          ))}
        </p>{' '}
        <p role="status" className="sr-only">
          {announced}
        </p>
        <p role="status" className="inline font-semibold text-error">
          {elapsedMs >= PATIENCE_MS && warningOf(reach)}
        </p>
      </div>
    </ReservedSpace>
  );
}

function warningOf(reach: Reach | undefined): string {
  if (!reach) return DELIVERY.unknown;
  if (reach.counts.homes === 0) return DELIVERY.nobodyThere;
  return reachedOf(reach) === 0 ? DELIVERY.nobodyReached : '';
}

/** Lists the responses home by home: calls for help first, or by floor where there is room. */
export function RollCall({ reach }: { reach: Reach }) {
  const isWide = useMedia(WIDE);
  const { shown, pointer } = useStillUnderPointer(reach);
  const List = isWide ? FloorList : ResponseList;
  return (
    <section aria-label={DELIVERY.heading} className="flex flex-col gap-4" {...pointer}>
      {shown.counts.pushed > 0 && <p className="text-muted">{DELIVERY.pushedOnly}</p>}
      <List homes={shown.homes} />
    </section>
  );
}
