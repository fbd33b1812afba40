import type { Alarm, Reach, ReachedHome } from '@contract/alarm';
import { isolated } from '@contract/written-text';
import { Suspense, useEffect, useRef, useState } from 'react';
import { DELIVERY } from '../model/alarms.copy.js';
import type { DrawnHome, WindowPattern } from '../../../ui/facade/facade.js';
import { Names } from '../../../ui/names.js';
import { optional } from '../../../ui/optional.js';
import { capital, homeText, placeText } from '../model/format.js';
import { type HomeState, homeStatesOf } from '../model/kinds.copy.js';

/** The states in the order of a roll call: a call for help first, and who was not reached last. */
const ORDER = [
  ...(['need_help', 'coming', 'safe', 'cannot_come'] as const),
  ...(['seen', 'sounding', 'received', 'pushed', 'unreached'] as const),
];

/** The home's response, or how far the alarm has come to it. */
const stateOf = ({ response, level }: ReachedHome) =>
  response ?? (level === 'responded' ? 'seen' : level);

interface RollCallProps {
  alarm: Pick<Alarm, 'exercise' | 'type'>;
  reach: Reach;
}

/** The picture is no part of the alarm's first load. */
const Facade = optional(() =>
  import('../../../ui/facade/facade.js').then((module) => module.Facade),
);

/** A response lights the window; an alarm that has come to the home, but not to a person, hatches it. */
const PATTERNS: Record<(typeof ORDER)[number], WindowPattern> = {
  need_help: 'help',
  coming: 'lit',
  safe: 'lit',
  cannot_come: 'lit',
  seen: 'hatched',
  sounding: 'hatched',
  received: 'hatched',
  pushed: 'dark',
  unreached: 'dark',
};

const drawn = (home: ReachedHome): DrawnHome => ({ ...home, pattern: PATTERNS[stateOf(home)] });

/** Draws the homes, and lists them by their state: calls for help first. */
export function RollCall({ alarm, reach }: RollCallProps) {
  const { shown, pointer } = useStillUnderPointer(reach);
  const states = homeStatesOf(alarm);
  return (
    <section aria-label={DELIVERY.heading} className="flex flex-col gap-4" {...pointer}>
      <Suspense>
        <Facade homes={shown.homes.map(drawn)} words={DELIVERY.windows} />
      </Suspense>
      {shown.displays && <p>{DELIVERY.displays(shown.displays)}</p>}
      {shown.counts.pushed > 0 && <p className="text-muted">{DELIVERY.pushedOnly}</p>}
      <div className="gap-x-8 lg:columns-2">
        {ORDER.map((state) => (
          <Group
            key={state}
            {...states[state]}
            isUrgent={state === 'need_help'}
            homes={shown.homes.filter((home) => stateOf(home) === state)}
          />
        ))}
      </div>
    </section>
  );
}

interface GroupProps extends HomeState {
  isUrgent: boolean;
  homes: ReachedHome[];
}

function Group({ words, Icon, isUrgent, homes }: GroupProps) {
  if (homes.length === 0) return null;
  return (
    <div className="mb-4 break-inside-avoid-column">
      <h2 className="flex items-center gap-2 border-b border-edge pb-1 text-body font-bold">
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-6 shrink-0" />
        <span>{`${capital(words)} (${homes.length})`}</span>
      </h2>
      <ul>
        {homes.map((home) => (
          <li
            key={homeText(home)}
            className={`border-b border-edge py-2 text-[min(1em,8vw)] ${isUrgent ? 'rounded-card bg-warn px-3 text-warn-ink' : ''}`}
          >
            <Names in={[whoLives(home), placeText(home.place)].filter(Boolean).join(' – ')} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "Lägenhet 1301, Karl Ek och Eva Ek" */
const whoLives = (home: ReachedHome) =>
  capital([homeText(home), home.names.map(isolated).join(' och ')].filter(Boolean).join(', '));

const STILL_MS = 1_000;

/**
 * Delays changes of a value until the pointer has been still for a second, so that nothing moves
 * under it.
 * @returns the value to show, and the handlers for the element that shows it
 */
function useStillUnderPointer<T>(value: T) {
  const [shown, show] = useState(value);
  const movedAtMs = useRef(-Infinity);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const check = () => {
      const waitMs = movedAtMs.current + STILL_MS - performance.now();
      if (waitMs <= 0) show(value);
      else timer = setTimeout(check, waitMs);
    };
    check();
    return () => clearTimeout(timer);
  }, [value]);

  const recordMove = () => {
    movedAtMs.current = performance.now();
  };
  return { shown, pointer: { onPointerMove: recordMove, onPointerDown: recordMove } };
}
