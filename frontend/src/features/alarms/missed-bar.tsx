import { CircleCheck } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { COPY, KIND_WORDS } from './alarms.copy.js';
import { clockTime, momentText } from './format.js';
import { dismissMissed, type Missed, useMissed } from './missed.js';
import type { Here } from './ringing.js';

/** What came and ended while this browser was away: said once, in peace, and never with a siren. */
export function MissedBar({ here, nowMs }: { here: Here; nowMs: number }) {
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
                  {KIND_WORDS[first.kind].title}. {outcomeText(first)}
                </p>
              </div>
            ) : (
              <details className="min-w-0 grow">
                <summary className="cursor-pointer font-semibold">
                  {COPY.missed.several(unread.length)}
                </summary>
                <ul className="mt-2 flex max-h-[40dvh] flex-col gap-2 overflow-y-auto">
                  {unread.map((one) => (
                    <li key={one.id}>{rowText(one, nowMs)}</li>
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
function rowText(missed: Missed, nowMs: number): string {
  const { kind, raisedAt } = missed;
  return `${KIND_WORDS[kind].title} ${momentText(Date.parse(raisedAt), nowMs)}. ${outcomeText(missed)}`;
}

function outcomeText({ kind, status, endedAt }: Missed): string {
  const isDrill = kind === 'exercise' && status !== 'expired';
  return `${COPY.missed.outcome[isDrill ? 'exercise' : status]} ${clockTime(endedAt)}.`;
}
