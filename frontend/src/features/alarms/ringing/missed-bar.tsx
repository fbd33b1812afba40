import type { Membership } from '@contract/http';
import { CircleCheck } from 'lucide-react';
import { Button } from '../../../ui/button.js';
import { COPY, KIND_WORDS } from '../model/alarms.copy.js';
import { clockTime, momentText, shortAddress } from '../model/format.js';
import { dismissMissed, type Missed, useMissed } from '../feed/missed.js';
import type { Here } from '../model/alarm-rules.js';

interface MissedBarProps {
  /** The person's houses. */
  houses: Membership[];
  here: Here;
  nowMs: number;
}

/** What came and ended while this browser was away: said once, in peace, and never with a siren. */
export function MissedBar({ houses, here, nowMs }: MissedBarProps) {
  const unread = useMissed((state) => state.unread).filter(
    ({ pressedBy }) => !pressedBy.some((id) => here.membershipIds.has(id)),
  );
  const [first, ...others] = unread;
  const time = first && momentText(Date.parse(first.raisedAt), nowMs);
  return (
    <div role="status">
      {first && time && (
        <div className="flex items-start justify-between gap-3 border-t border-edge bg-surface px-4 py-2">
          <div className="flex min-w-0 grow items-start gap-2 py-2">
            <CircleCheck aria-hidden="true" strokeWidth={2.5} className="size-6 shrink-0" />
            {others.length === 0 ? (
              <div>
                <p className="font-semibold">
                  {first.kind === 'exercise'
                    ? COPY.missed.oneExercise(time)
                    : COPY.missed.one(time)}
                </p>
                <p>
                  {whatText(first, houses)}. {outcomeText(first)}
                </p>
              </div>
            ) : (
              <details className="min-w-0 grow">
                <summary className="cursor-pointer font-semibold">
                  {COPY.missed.several(unread.length)}
                </summary>
                <ul className="mt-2 flex max-h-[40dvh] flex-col gap-2 overflow-y-auto">
                  {unread.map((one) => (
                    <li key={one.id}>{rowText(one, houses, nowMs)}</li>
                  ))}
                </ul>
              </details>
            )}
          </div>
          <Button variant="secondary" className="shrink-0" onClick={dismissMissed}>
            {COPY.missed.close}
          </Button>
        </div>
      )}
    </div>
  );
}

/** "Brandlarm kl. 14.03. Falskt larm kl. 14.05." */
function rowText(missed: Missed, houses: Membership[], nowMs: number): string {
  const moment = momentText(Date.parse(missed.raisedAt), nowMs);
  return `${whatText(missed, houses)} ${moment}. ${outcomeText(missed)}`;
}

/** "Brandlarm", and of several houses in which */
function whatText({ kind, buildingId }: Missed, houses: Membership[]): string {
  const { title } = KIND_WORDS[kind];
  const house = houses.length > 1 && houses.find(({ building }) => building.id === buildingId);
  return house ? COPY.missed.whatIn(title, shortAddress(house.building)) : title;
}

function outcomeText({ kind, status, endedAt }: Missed): string {
  const isDrill = kind === 'exercise' && status !== 'expired';
  return `${COPY.missed.outcome[isDrill ? 'exercise' : status]} ${clockTime(endedAt)}.`;
}
