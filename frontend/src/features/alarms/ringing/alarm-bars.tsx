import type { Alarm } from '@contract/alarm';
import type { Membership } from '@contract/http';
import { isolated } from '@contract/written-text';
import { CircleCheck } from 'lucide-react';
import { clockTime } from '../../../lib/time/dates.js';
import { DURING_ALARM } from '../../../ui/bar.js';
import { Button } from '../../../ui/button.js';
import { Names } from '../../../ui/names.js';
import { passFocusOn } from '../../../ui/pages/pass-focus-on.js';
import { setWindow } from '../commands/attention.js';
import { dismissMissed, type Missed, useMissed } from '../feed/missed.js';
import { kindOf, minutesLeft, type Person } from '../model/alarm-rules.js';
import { COPY, statesOf } from '../model/alarms.copy.js';
import { momentText, shortAddress } from '../model/format.js';
import { KINDS } from '../model/kinds.copy.js';
import { AnnounceOnce } from '../ongoing/extend-alarm.js';
import type { Alarms } from '../ongoing/use-alarms.js';
import { MuteAlarm } from '../ongoing/sound-button.js';

interface AlarmBarProps {
  alarms: Alarms;
  /** The alarms that go on without being shown. */
  minimised: Alarm[];
}

/** Shows that an alarm goes on while it is minimised, and mutes it. It cannot be dismissed. */
export function AlarmBar({ alarms, minimised }: AlarmBarProps) {
  const [first] = minimised;
  if (!first) return null;
  const { Icon, surface, title } = KINDS[kindOf(first)];
  // The sender is warned on every page; a manager is only in the alarm.
  const minutes = alarms.person.membershipIds.has(first.sender.membershipId)
    ? minutesLeft(first, alarms.nowMs)
    : undefined;
  return (
    <div className={`flex items-center ${surface}`}>
      {minutes !== undefined && <AnnounceOnce>{statesOf(first).soon(minutes)}</AnnounceOnce>}
      <button
        type="button"
        onClick={() => setWindow(first.id, 'open')}
        className="flex min-h-14 min-w-0 grow items-center justify-center gap-2 px-3 text-button font-bold"
      >
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0" />
        <span>
          {minutes === undefined ? COPY.incoming.bar(title) : COPY.incoming.barSoon(title, minutes)}
        </span>
      </button>
      <MuteAlarm alarm={first} alarms={alarms} className="mr-2 w-36 flex-none!" />
    </div>
  );
}

interface MissedBarProps {
  /** The memberships of the signed-in person. */
  memberships: Membership[];
  person: Person;
  nowMs: number;
}

/** Shows alarms that began and ended while this browser received nothing, without a sound. */
export function MissedBar({ memberships, person, nowMs }: MissedBarProps) {
  const unread = useMissed((state) => state.unread).filter(
    ({ pressedBy }) => !pressedBy.some((id) => person.membershipIds.has(id)),
  );
  const [first, ...others] = unread;
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
