import type { Alarm, Reach, ReachLevel, ResponseKind } from '@contract/alarm';
import { CircleDashed } from 'lucide-react';
import { useEffect, useState } from 'react';
import { kindOf } from '../model/alarm-rules.js';
import { DELIVERY, statesOf } from '../model/alarms.copy.js';
import { homeStatesOf, KINDS } from '../model/kinds.copy.js';

/** An alarm may need this long to reach the first home, so the warning is not shown earlier. */
const PATIENCE_MS = 10_000;

interface ReachSummaryProps {
  alarm: Alarm;
  /** Missing until the server has sent it. */
  reach: Reach | undefined;
  elapsedMs: number;
}

/**
 * Shows the sender and the managers what the homes have responded; the number of those that were reached
 * stands in the headline's band, which is never scrolled to. Every response has its place from
 * the beginning, so that nothing below moves when the first one arrives.
 */
export function ReachSummary({ alarm, reach, elapsedMs }: ReachSummaryProps) {
  const cells = cellsOf(alarm, reach);
  const heading = reachedText(reach);
  const given = cells.filter(({ count, response }) => response && count > 0);
  const announced = useThrottledText(
    heading && [heading, ...given.map(({ count, words }) => `${count}\u00a0${words}`)].join(', '),
  );
  return (
    <div className="flex flex-col gap-2">
      <ReachBar reach={reach} />
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-x-4 gap-y-1">
        {cells.map(({ response, count, words, Icon }) => (
          <li
            key={words}
            className={`flex items-center gap-2 rounded-sm ${response === 'need_help' && count > 0 ? 'bg-warn font-bold text-warn-ink' : ''}`}
          >
            <Icon aria-hidden="true" strokeWidth={2.5} className="size-6 shrink-0" />
            <span>{`${reach ? count : '–'}\u00a0${words}`}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <p role="status" className="min-h-[2lh] font-semibold sm:min-h-[1lh]">
        {newsOf(alarm, reach, elapsedMs)}
      </p>
    </div>
  );
}

/** Levels that a device or a person has reported. A sent push alone has reached nobody yet. */
const REACHED: ReachLevel[] = ['responded', 'seen', 'sounding', 'received'];

const sumOf = ({ counts }: Reach, levels: ReachLevel[]): number =>
  levels.reduce((sum, level) => sum + counts[level], 0);

/** "2 av 14 lägenheter nådda"; empty where there is no home, or before the server has sent it */
export function reachedText(reach: Reach | undefined): string {
  const { homes = 0 } = reach?.counts ?? {};
  return reach && homes > 0 ? DELIVERY.reached(sumOf(reach, REACHED), homes) : '';
}

function cellsOf(alarm: Alarm, reach: Reach | undefined) {
  const { homes = 0, responded = 0 } = reach?.counts ?? {};
  const states = homeStatesOf(alarm);
  const cells = KINDS[kindOf(alarm)].responses.map(
    ({ response }): { response?: ResponseKind; count: number } & (typeof states)['safe'] => ({
      response,
      count: reach?.counts[response] ?? 0,
      ...states[response],
    }),
  );
  cells.push({ count: homes - responded, words: DELIVERY.silent, Icon: CircleDashed });
  return cells;
}

/** Returns what the counts do not say: that nobody is reached, or that silent homes are warned again. */
function newsOf(alarm: Alarm, reach: Reach | undefined, elapsedMs: number): string {
  const words = statesOf(alarm);
  const { homes = 1, responded = 0 } = reach?.counts ?? {};
  if (elapsedMs >= PATIENCE_MS) {
    if (!reach) return words.unknown;
    if (homes === 0) return words.nobodyThere;
    if (sumOf(reach, REACHED) === 0) return words.nobodyReached;
  }
  if (homes > 0 && responded === homes) return DELIVERY.allResponded;
  return alarm.escalation ? words.again : '';
}

/** From this number of homes on, a block for each would be too narrow to be seen. */
const BLOCKS = 60;

/** The looks of the bar's blocks. The words beside it say the same. */
const BLOCK_LOOKS = {
  need_help: 'bg-warn',
  coming: 'bg-primary',
  safe: 'bg-ok',
  cannot_come: 'bg-muted',
  reached: 'bg-line',
  pushed: 'hatched',
  unreached: 'bg-page',
};

/** Draws the homes as blocks in a row: those with a response first, and the silent ones last. */
function ReachBar({ reach }: { reach: Reach | undefined }) {
  const { counts } = reach ?? {};
  const numbers = { ...counts, reached: reach ? sumOf(reach, REACHED.slice(1)) : 0 };
  const isFine = (counts?.homes ?? 0) <= BLOCKS;
  return (
    <div aria-hidden="true" className="flex h-4 gap-px overflow-hidden rounded-sm bg-edge p-px">
      {Object.entries(BLOCK_LOOKS).flatMap(([state, look]) => {
        const count = numbers[state as keyof typeof BLOCK_LOOKS] ?? 0;
        const blocks = isFine ? count : Math.min(1, count);
        return Array.from({ length: blocks }, (_, index) => (
          <span
            key={`${state} ${index}`}
            className={`min-w-0 basis-0 ${look}`}
            style={{ flexGrow: isFine ? 1 : count }}
          />
        ));
      })}
    </div>
  );
}

const EVERY_MS = 5_000;

/**
 * Returns the text of a live region, which a screen reader reads at most every five seconds. It is
 * empty while it would differ from the text on the screen.
 */
function useThrottledText(text: string): string {
  const [shown, show] = useState({ text, atMs: -Infinity });
  useEffect(() => {
    if (text === shown.text) return;
    const waitMs = Math.max(0, EVERY_MS - (performance.now() - shown.atMs));
    const timer = setTimeout(() => show({ text, atMs: performance.now() }), waitMs);
    return () => clearTimeout(timer);
  }, [text, shown]);
  return shown.text === text ? text : '';
}
