import type { Alarm, HelpView, NeedsHelp, Neighbour } from '@contract/alarm';
import { LifeBuoy } from 'lucide-react';
import { type PropsWithChildren, useEffect, useRef } from 'react';
import { Names } from '../../../ui/names.js';
import { ReservedSpace } from '../../../ui/reserved-space.js';
import { reportReceipt } from '../commands/receipts.js';
import { COPY, DELIVERY } from '../model/alarms.copy.js';
import { callText, homeText, personText, placeText } from '../model/format.js';
import type { GivenResponse } from './use-alarms.js';
import { useHelp } from './use-reach.js';

interface HelpCallsProps {
  alarm: Alarm;
  ownId: string | undefined;
}

/** Shows the calls for help to all members, because a neighbour may be near enough to help. */
export function HelpCalls({ alarm, ownId }: HelpCallsProps) {
  const others = othersOf(alarm, ownId);
  if (others.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2">
      {others.map((neighbour) => (
        <li
          key={neighbour.membershipId}
          className="flex flex-wrap items-center gap-x-3 rounded-card bg-warn p-3 text-[min(1em,8vw)] font-semibold text-warn-ink"
        >
          <LifeBuoy aria-hidden="true" strokeWidth={2.5} className="size-7 shrink-0" />
          <span className="min-w-min flex-1">
            <Names in={helpText(neighbour)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A usual call, for which the space is reserved; a longer one is cut. */
const USUAL = DELIVERY.help.needed('lägenhet 1301 (Alexandra Berg)');
const FONT =
  'text-meta leading-[1.14] font-bold [@media(min-height:721px)]:text-body [@media(min-height:721px)]:leading-[1.2]';

/**
 * Shows the calls at the top of an alarm, in the place of its children, so that nothing moves below
 * them. A long name comes after the home, and is what is cut.
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
          <Names in={DELIVERY.help.needed(briefText(others))} />
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
        <p key={neighbour.membershipId}>
          <Names in={COPY.ongoing.helpFor(callText(neighbour), '')} />
        </p>
      ))}
    </div>
  );
}

const othersOf = ({ needHelp }: Alarm, ownId: string | undefined) =>
  needHelp.filter(({ membershipId }) => membershipId !== ownId);

interface HelpAnswerProps {
  alarm: Alarm;
  ownId: string | undefined;
  response: GivenResponse;
}

/** Shows the caller who comes and who has seen the call, and those who come how many they are. */
export function HelpAnswer({ alarm, ownId, response }: HelpAnswerProps) {
  const isCall = response.response === 'need_help';
  const isConcerned = isCall || response.response === 'coming';
  const help = useHelp(alarm.id, isConcerned && !response.unsaved);
  const call = alarm.needHelp.find(({ membershipId }) => membershipId === ownId);
  if (!isConcerned) return null;
  // The answer to an earlier call is not shown as the answer to this one.
  const isAnswer = help?.comingCount !== undefined && help.calledAt === call?.at;
  const lines = isAnswer ? linesOf(help, isCall) : [];
  return (
    // The room for the lines is reserved, so that nothing below them moves when they arrive.
    <div role="status" className={`font-semibold ${isCall ? 'min-h-27 sm:min-h-14' : 'min-h-7'}`}>
      {lines.map((line) => (
        <p key={line}>
          <Names in={line} />
        </p>
      ))}
    </div>
  );
}

function linesOf(view: HelpView, isCall: boolean): string[] {
  const { coming = [], comingCount = 0, seen = [], seenCount = 0 } = view;
  const { help } = DELIVERY;
  if (!isCall) return [help.comers(comingCount)];
  if (comingCount + seenCount === 0) return [help.nobody];
  return [
    comingCount > 0 ? help.coming(namesText(coming, comingCount)) : '',
    seenCount > 0 ? help.seen(namesText(seen, seenCount)) : '',
  ].filter(Boolean);
}

/** A press that begins sooner after a call was shown was not meant for it. */
const NOTICED_MS = 1_000;

/**
 * Reports that the person has seen the calls, which the callers are shown. It depends on an action
 * beside the calls: a page in an empty room has been seen by nobody.
 * @returns the ref of the element that shows the calls
 */
function useSeenReport<T extends HTMLElement>({ id, buildingId }: Alarm, calls: NeedsHelp[]) {
  const shown = useRef<T>(null);
  const newest = calls
    .map(({ at }) => at)
    .sort()
    .at(-1);
  useEffect(() => {
    const around = shown.current?.closest('dialog, main');
    if (!newest || !around) return;
    const report = () => reportReceipt({ id, buildingId }, 'seen', newest);
    const actions = ['pointerdown', 'keydown'];
    const timer = setTimeout(
      () => actions.forEach((action) => around.addEventListener(action, report)),
      NOTICED_MS,
    );
    return () => {
      clearTimeout(timer);
      actions.forEach((action) => around.removeEventListener(action, report));
    };
  }, [id, buildingId, newest]);
  return shown;
}

const NAMES = 2;
const LIST = new Intl.ListFormat('sv');

/** "Anna Berg i lägenhet 1203, Karl Ek i lägenhet 1301 och 3 till" */
function namesText(neighbours: Neighbour[], count: number): string {
  const names = neighbours.slice(0, NAMES).map(personText);
  const others = count - names.length;
  return LIST.format(others > 0 ? [...names, DELIVERY.help.more(others)] : names);
}

/** The newest call: "lägenhet 1203 (Anna Berg)", or "lägenhet 1203 och 3 till" without a name. */
function briefText(calls: NeedsHelp[]): string {
  const newest = calls.at(-1)!;
  const others = calls.length - 1;
  if (others === 0) return callText(newest);
  return LIST.format([homeText(newest.home) || callText(newest), DELIVERY.help.more(others)]);
}

export const helpText = (call: NeedsHelp): string =>
  COPY.ongoing.helpFor(callText(call), placeText(call.place));
