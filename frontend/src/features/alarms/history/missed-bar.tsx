import type { Membership } from '@contract/http';
import { isolated } from '@contract/written-text';
import { CircleCheck } from 'lucide-react';
import { activeMemberships, useMe } from '../../../lib/session/me.js';
import { useServerNow } from '../../../lib/time/clock.js';
import { clockTime } from '../../../lib/time/dates.js';
import { DURING_ALARM } from '../../../ui/bar.js';
import { Button } from '../../../ui/button.js';
import { Names } from '../../../ui/names.js';
import { passFocusOn } from '../../../ui/pages/pass-focus-on.js';
import { dismissMissed, type Missed, useMissed } from '../feed/missed.js';
import { COPY } from '../model/alarms.copy.js';
import { momentText, shortAddress } from '../model/format.js';
import { KINDS } from '../model/kinds.copy.js';

/**
 * Shows alarms that began and ended while this browser received nothing, without a sound.
 * @param memberships active memberships; those of the signed-in person when left out
 */
export function MissedBar(props: { memberships?: Membership[] }) {
  const me = useMe((state) => state.me);
  const memberships = props.memberships ?? activeMemberships(me);
  const unread = useMissed((state) => state.unread).filter(
    ({ pressedBy }) => !memberships.some(({ id }) => pressedBy.includes(id)),
  );
  const [first, ...others] = unread;
  const nowMs = useServerNow(first !== undefined);
  const exercises = unread.filter(({ kind }) => kind === 'exercise').length;
  const time = first && momentText(Date.parse(first.raisedAt), nowMs);
  return (
    <div role="status" className={DURING_ALARM}>
      {first && time && (
        <div
          ref={passFocusOn}
          className="flex items-start justify-between gap-3 border-t border-edge bg-surface px-4 py-2"
        >
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
                  <Names in={`${whatText(first, memberships)}. ${outcomeText(first)}`} />
                </p>
              </div>
            ) : (
              <details className="min-w-0 grow">
                <summary className="cursor-pointer font-semibold">
                  {COPY.missed.several(unread.length, exercises)}
                </summary>
                <ul className="mt-2 flex max-h-[40dvh] flex-col gap-2 overflow-y-auto">
                  {unread.map((one) => (
                    <li key={one.id}>
                      <Names in={rowText(one, memberships, nowMs)} />
                    </li>
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
function rowText(missed: Missed, memberships: Membership[], nowMs: number): string {
  const moment = momentText(Date.parse(missed.raisedAt), nowMs);
  return `${whatText(missed, memberships)} ${moment}. ${outcomeText(missed)}`;
}

/** "Brandlarm", with the address for a person who has several buildings */
function whatText({ kind, buildingId }: Missed, memberships: Membership[]): string {
  const { title } = KINDS[kind];
  const found = memberships.find(({ building }) => building.id === buildingId);
  if (!found || memberships.length === 1) return title;
  return COPY.missed.whatIn(title, isolated(shortAddress(found.building)));
}

function outcomeText({ kind, status, endedAt }: Missed): string {
  const isExercise = kind === 'exercise' && status !== 'expired';
  return `${COPY.missed.outcome[isExercise ? 'exercise' : status]} ${clockTime(endedAt)}.`;
}
