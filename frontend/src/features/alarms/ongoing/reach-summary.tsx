import type { Alarm, Reach, ReachLevel } from '@contract/alarm';
import { useEffect, useState } from 'react';
import { ReservedSpace } from '../../../ui/reserved-space.js';
import { DELIVERY } from '../model/alarms.copy.js';
import { RESPONSES } from '../model/kinds.copy.js';

/** An alarm may need this long to reach the first home, so the warning is not shown earlier. */
const PATIENCE_MS = 10_000;

/** Reserves the room for all numbers at once, because the buttons below must not move. */
const LONGEST = [
  DELIVERY.reached(88, 88),
  ...Object.values(RESPONSES).map(({ words }) => `88\u00a0${words}`),
].join(' · ');

interface ReachSummaryProps {
  /** Missing until the server has sent it. */
  reach: Reach | undefined;
  elapsedMs: number;
}

/**
 * Shows the sender and the managers how many homes were reached, in one line. It counts only homes
 * from which a device or a person has reported.
 */
export function ReachSummary({ reach, elapsedMs }: ReachSummaryProps) {
  const parts = reach ? summaryOf(reach) : [];
  const announced = useThrottledText(parts.map(({ text }) => text).join(', '));
  return (
    <ReservedSpace for={LONGEST} className="text-button">
      <div>
        <p className="inline">
          {parts.map(({ text, isUrgent }, index) => (
            <span key={text} className={isUrgent ? 'font-bold' : undefined}>
              {index > 0 ? ` · ${text}` : text}
            </span>
          ))}
        </p>{' '}
        <p role="status" className="sr-only">
          {announced}
        </p>
        <p role="status" className="inline font-semibold text-error">
          {elapsedMs >= PATIENCE_MS && warningOf(reach)}
        </p>
      </div>
    </ReservedSpace>
  );
}

function warningOf(reach: Reach | undefined): string {
  if (!reach) return DELIVERY.unknown;
  if (reach.counts.homes === 0) return DELIVERY.nobodyThere;
  return reachedOf(reach) === 0 ? DELIVERY.nobodyReached : '';
}

/** Levels that a device or a person has reported. A sent push alone has reached nobody yet. */
const REACHED: ReachLevel[] = ['responded', 'seen', 'sounding', 'received'];

const reachedOf = ({ counts }: Reach): number =>
  REACHED.reduce((sum, level) => sum + counts[level], 0);

/** "9 av 14 nådda", "4 i säkerhet", "2 kommer", "1 behöver hjälp"; nothing without other homes */
function summaryOf(reach: Reach): { text: string; isUrgent: boolean }[] {
  const { counts } = reach;
  if (counts.homes === 0) return [];
  const responses = (['safe', 'coming', 'cannot_come', 'need_help'] as const)
    .filter((response) => counts[response] > 0)
    .map((response) => ({
      text: `${counts[response]}\u00a0${RESPONSES[response].words}`,
      isUrgent: response === 'need_help',
    }));
  return [{ text: DELIVERY.reached(reachedOf(reach), counts.homes), isUrgent: true }, ...responses];
}

/**
 * Says that the homes without a response are warned again, and after the last step how many they
 * are. Empty once all have responded.
 */
export function repeatText({ escalation, witnessCount }: Alarm, reach: Reach | undefined): string {
  const { homes = 1, responded = 0 } = reach?.counts ?? {};
  if (!escalation || responded === homes) return '';
  if (escalation < 3 || !reach) return DELIVERY.again;
  if (responded + witnessCount === 0) return DELIVERY.nobodyResponded;
  return DELIVERY.notResponded(homes - responded);
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
