import type { Alarm, Reach, ReachedHome } from '@contract/alarm';
import { isolated } from '@contract/written-text';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useMedia, WIDE } from '../../../lib/hooks/use-media.js';
import { DELIVERY } from '../model/alarms.copy.js';
import type { DrawnHome, WindowPattern } from '../../../ui/facade/facade.js';
import { Names } from '../../../ui/names.js';
import { capital, floorText, homeText, placeText } from '../model/format.js';
import { homeStatesOf } from '../model/kinds.copy.js';

/** The states in the order of a roll call: a call for help first, and who was not reached last. */
const ORDER = [
  ...(['need_help', 'coming', 'safe', 'cannot_come'] as const),
  ...(['seen', 'sounding', 'received', 'pushed', 'unreached'] as const),
];

/** The home's response, or how far the alarm has come to it. */
const stateOf = ({ response, level }: ReachedHome) =>
  response ?? (level === 'responded' ? 'seen' : level);

interface RollCallProps {
  alarm: Pick<Alarm, 'exercise'>;
  reach: Reach;
}

/** The picture is no part of the alarm's first load. */
const Facade = lazy(() =>
  import('../../../ui/facade/facade.js').then((module) => ({ default: module.Facade })),
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

/** Lists the responses home by home: calls for help first, or by floor where there is room. */
export function RollCall({ alarm, reach }: RollCallProps) {
  const isWide = useMedia(WIDE);
  const { shown, pointer } = useStillUnderPointer(reach);
  const List = isWide ? FloorList : StateList;
  return (
    <section aria-label={DELIVERY.heading} className="flex flex-col gap-4" {...pointer}>
      <Suspense fallback={<div className="h-40" />}>
        <Facade homes={shown.homes.map(drawn)} words={DELIVERY.windows} />
      </Suspense>
      {shown.counts.pushed > 0 && <p className="text-muted">{DELIVERY.pushedOnly}</p>}
      <List states={homeStatesOf(alarm)} homes={shown.homes} />
    </section>
  );
}

interface ListProps {
  states: ReturnType<typeof homeStatesOf>;
  homes: ReachedHome[];
}

function StateList({ states, homes }: ListProps) {
  return ORDER.map((state) => {
    const those = homes.filter((home) => stateOf(home) === state);
    if (those.length === 0) return null;
    const { Icon, words } = states[state];
    const marked = state === 'need_help' ? NEEDS_HELP : '';
    return (
      <div key={state}>
        <h2 className="flex items-center gap-2 border-b border-edge pb-1 text-body font-bold">
          <Icon aria-hidden="true" strokeWidth={2.5} className="size-6 shrink-0" />
          <span>{`${capital(words)} (${those.length})`}</span>
        </h2>
        <ul>
          {those.map((home) => (
            <li key={homeText(home)} className={`${ROW} ${marked}`}>
              <Names in={[whoLives(home), placeText(home.place)].filter(Boolean).join(' – ')} />
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

const ROW = 'border-b border-edge py-2 text-[min(1em,8vw)]';
const NEEDS_HELP = 'rounded-card bg-warn px-3 text-warn-ink';

function FloorList({ states, homes }: ListProps) {
  return (
    <div className="grid gap-x-8 gap-y-5 xl:grid-cols-2">
      {byFloor(homes).map((floor) => (
        <div key={floor.title}>
          <h2 className="border-b border-edge pb-1 text-body font-bold">
            <Names in={floor.title} />
          </h2>
          <ul>
            {floor.homes.map((home) => (
              <Home key={homeText(home)} states={states} home={home} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Home({ states, home }: Omit<ListProps, 'homes'> & { home: ReachedHome }) {
  const { Icon, words } = states[stateOf(home)];
  const status = [words, placeText(home.place)].filter(Boolean).join(', ');
  const marked = home.response === 'need_help' ? NEEDS_HELP : '';
  return (
    <li className={`flex flex-wrap items-start gap-x-3 ${ROW} ${marked}`}>
      <Icon aria-hidden="true" strokeWidth={2.5} className="mt-0.5 size-6 shrink-0" />
      <span className="min-w-min flex-1">
        <Names in={`${whoLives(home)} – `} />
        <span className={home.response && 'font-semibold'}>
          <Names in={status} />
        </span>
      </span>
    </li>
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

const rank = (home: ReachedHome): number => ORDER.indexOf(stateOf(home));

/** Groups homes by floor, from the top floor down, with the calls for help first on each floor. */
function byFloor(homes: ReachedHome[]): { title: string; homes: ReachedHome[] }[] {
  const floors = new Map<string, ReachedHome[]>();
  const sorted = homes.toSorted(
    (a, b) =>
      (a.entrance ?? '').localeCompare(b.entrance ?? '', 'sv') ||
      b.apartment.slice(0, 2).localeCompare(a.apartment.slice(0, 2)) ||
      rank(a) - rank(b) ||
      a.apartment.localeCompare(b.apartment),
  );
  for (const home of sorted) {
    const floor = floorText(home);
    const title = floor
      ? DELIVERY.floor(floor, home.entrance && isolated(home.entrance))
      : DELIVERY.noFloor;
    floors.set(title, [...(floors.get(title) ?? []), home]);
  }
  return [...floors].map(([title, there]) => ({ title, homes: there }));
}
