import type { Reach, ReachedHome, ResponseKind } from '@contract/alarm';
import { isolated } from '@contract/written-text';
import { useEffect, useRef, useState } from 'react';
import { useMedia, WIDE } from '../../../lib/hooks/use-media.js';
import { DELIVERY } from '../model/alarms.copy.js';
import { Names } from '../../../ui/names.js';
import { capital, floorText, homeText, placeText } from '../model/format.js';
import { type HomeState, LEVELS, RESPONSES } from '../model/kinds.copy.js';

/** The responses in the order of a roll call: a call for help comes first. */
const RESPONSE_ORDER: ResponseKind[] = ['need_help', 'coming', 'safe', 'cannot_come'];
/** The levels of homes without a response, the furthest first. */
const LEVEL_ORDER = ['seen', 'sounding', 'received', 'pushed', 'unreached'] as const;

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

interface ListProps {
  homes: ReachedHome[];
}

function ResponseList({ homes }: ListProps) {
  const silent = homes.filter(({ response }) => !response);
  return (
    <>
      {RESPONSE_ORDER.map((response) => (
        <Group
          key={response}
          {...RESPONSES[response]}
          homes={homes.filter((home) => home.response === response)}
        />
      ))}
      {LEVEL_ORDER.map((level) => (
        <Group
          key={level}
          {...LEVELS[level]}
          homes={silent.filter((home) => home.level === level)}
        />
      ))}
    </>
  );
}

function Group({ words, Icon, homes }: ListProps & HomeState) {
  if (homes.length === 0) return null;
  return (
    <div>
      <h2 className="flex items-center gap-2 border-b border-edge pb-1 text-body font-bold">
        <Icon aria-hidden="true" strokeWidth={2.5} className="size-6 shrink-0" />
        <span>{`${capital(words)} (${homes.length})`}</span>
      </h2>
      <ul>
        {homes.map((home) => (
          <li key={homeText(home)} className="border-b border-edge py-2 text-[min(1em,8vw)]">
            <Names in={[whoLives(home), placeText(home.place)].filter(Boolean).join(' – ')} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function FloorList({ homes }: ListProps) {
  return (
    <div className="grid gap-x-8 gap-y-5 xl:grid-cols-2">
      {byFloor(homes).map((floor) => (
        <div key={floor.title}>
          <h2 className="border-b border-edge pb-1 text-body font-bold">
            <Names in={floor.title} />
          </h2>
          <ul>
            {floor.homes.map((home) => (
              <Home key={homeText(home)} home={home} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Home({ home }: { home: ReachedHome }) {
  const { response } = home;
  const level = home.level === 'responded' ? 'seen' : home.level;
  const { Icon, words } = response ? RESPONSES[response] : LEVELS[level];
  const status = [words, placeText(home.place)].filter(Boolean).join(', ');
  const look = response === 'need_help' ? 'rounded-card bg-warn px-3 text-warn-ink' : '';
  return (
    <li
      className={`flex flex-wrap items-start gap-x-3 border-b border-edge py-2 text-[min(1em,8vw)] ${look}`}
    >
      <Icon aria-hidden="true" strokeWidth={2.5} className="mt-0.5 size-6 shrink-0" />
      <span className="min-w-min flex-1">
        <Names in={`${whoLives(home)} – `} />
        <span className={response && 'font-semibold'}>
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
    const look = () => {
      const waitMs = movedAtMs.current + STILL_MS - performance.now();
      if (waitMs <= 0) show(value);
      else timer = setTimeout(look, waitMs);
    };
    look();
    return () => clearTimeout(timer);
  }, [value]);

  const recordMove = () => {
    movedAtMs.current = performance.now();
  };
  return { shown, pointer: { onPointerMove: recordMove, onPointerDown: recordMove } };
}

const rank = ({ response, level }: ReachedHome): number =>
  response
    ? RESPONSE_ORDER.indexOf(response)
    : RESPONSE_ORDER.length + LEVEL_ORDER.findIndex((one) => one === level);

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
