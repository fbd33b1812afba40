import type { Alarm, HelpView, NeedsHelp, Neighbour } from '@contract/alarm';
import { isolated } from '@contract/written-text';
import { LifeBuoy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Names } from '../../../ui/names.js';
import { useUnsaid } from '../commands/attention.js';
import { reportReceipt } from '../commands/receipts.js';
import { COPY, DELIVERY } from '../model/alarms.copy.js';
import { callText, homeText, personText, placeText } from '../model/format.js';
import { homeStatesOf } from '../model/kinds.copy.js';
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
          className="rounded-card bg-warn p-3 text-[min(1em,8vw)] font-semibold text-warn-ink"
        >
          <Names in={helpText(neighbour)} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Shows the calls in short, beside the buttons of an alarm. It grows away from the buttons, so that
 * none moves. The home comes first, and a long name is what is cut.
 */
export function HelpStrip({ alarm, ownId }: HelpCallsProps) {
  const others = othersOf(alarm, ownId);
  const strip = useSeenReport<HTMLParagraphElement>(alarm, others);
  return (
    <>
      <SpokenCalls alarmId={alarm.id} calls={others} />
      {others.length > 0 && (
        <p
          ref={strip}
          className="help-strip shrink-0 rounded-card border-2 border-warn-ink bg-warn px-2 py-1.5 leading-tight font-bold text-warn-ink low:text-meta low:leading-tight"
        >
          <span className="line-clamp-4">
            <LifeBuoy
              aria-hidden="true"
              strokeWidth={2.5}
              className="me-2 inline size-5 align-bottom"
            />
            <Names in={DELIVERY.help.needed(briefText(others))} />
          </span>
        </p>
      )}
    </>
  );
}

/** Each call is read out once, and not again with the next one or with a new place. */
function SpokenCalls({ alarmId, calls }: { alarmId: string; calls: NeedsHelp[] }) {
  const keyOf = (call: NeedsHelp) => `${alarmId} ${callId(call)}`;
  const unsaid = useUnsaid(calls.map(keyOf));
  return (
    <div role="alert" aria-atomic="false" className="sr-only">
      {calls
        .filter((call) => unsaid.includes(keyOf(call)))
        .map((call) => (
          <p key={callId(call)}>
            <Names in={COPY.ongoing.helpFor(callText(call), '')} />
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
  const { words } = homeStatesOf(alarm).coming;
  const lines = isAnswer ? linesOf(help, isCall, words) : [];
  return (
    <div
      role="status"
      className="ongoing-news font-semibold low:text-meta low:leading-tight empty:absolute"
    >
      {lines.map((line) => (
        <p key={line}>
          <Names in={line} />
        </p>
      ))}
    </div>
  );
}

function linesOf(view: HelpView, isCall: boolean, does: string): string[] {
  const { coming = [], comingCount = 0, seen = [], seenCount = 0 } = view;
  const { help } = DELIVERY;
  if (!isCall) return [help.comers(comingCount, does)];
  if (comingCount + seenCount === 0) return [help.nobody];
  return [
    comingCount > 0 ? help.coming(namesText(coming, comingCount), does) : '',
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

/** The newest call: "lägenhet 1203, källaren (Anna Berg)", or "lägenhet 1203 och 3 till" */
function briefText(calls: NeedsHelp[]): string {
  const newest = calls.at(-1)!;
  const home = homeText(newest.home);
  const others = calls.length - 1;
  if (others > 0) return LIST.format([home || callText(newest), DELIVERY.help.more(others)]);
  if (!home) return callText(newest);
  return `${[home, placeText(newest.place)].filter(Boolean).join(', ')} (${isolated(newest.name)})`;
}

/** Identifies a call: a neighbour who withdraws it may call again. A new place is the same call. */
export const callId = ({ membershipId, at }: NeedsHelp): string => `${membershipId} ${at}`;

export const helpText = (call: NeedsHelp): string =>
  COPY.ongoing.helpFor(callText(call), placeText(call.place));
