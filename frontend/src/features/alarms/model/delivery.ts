import type { Alarm, Reach, ReachedHome, ReachLevel, ResponseKind } from '@contract/alarm';
import { RESPONSE_WORDS } from './kinds.copy.js';
import { DELIVERY } from './delivery.copy.js';
import { floorText } from './format.js';

/** The responses in the order of a roll call: a call for help comes first. */
export const RESPONSES: ResponseKind[] = ['need_help', 'coming', 'safe', 'cannot_come'];
/** The levels of homes without a response, the furthest first. */
export const LEVELS = ['seen', 'sounding', 'received', 'pushed', 'unreached'] as const;

/** Levels that a device or a person has reported. A sent push alone has reached nobody yet. */
const REACHED: ReachLevel[] = ['responded', 'seen', 'sounding', 'received'];

export const reachedOf = ({ counts }: Reach): number =>
  REACHED.reduce((sum, level) => sum + counts[level], 0);

/** "9 av 14 nådda", "4 i säkerhet", "2 kommer", "1 behöver hjälp"; nothing without other homes */
export function summaryOf(reach: Reach): { text: string; isUrgent: boolean }[] {
  const { counts } = reach;
  if (counts.homes === 0) return [];
  const responses = (['safe', 'coming', 'cannot_come', 'need_help'] as const)
    .filter((response) => counts[response] > 0)
    .map((response) => ({
      text: `${counts[response]}\u00a0${RESPONSE_WORDS[response]}`,
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

const rank = ({ response, level }: ReachedHome): number =>
  response
    ? RESPONSES.indexOf(response)
    : RESPONSES.length + LEVELS.findIndex((one) => one === level);

/** Groups homes by floor, from the top floor down, with the calls for help first on each floor. */
export function byFloor(homes: ReachedHome[]): { title: string; homes: ReachedHome[] }[] {
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
    const title = floor ? DELIVERY.floor(floor, home.entrance) : DELIVERY.noFloor;
    floors.set(title, [...(floors.get(title) ?? []), home]);
  }
  return [...floors].map(([title, there]) => ({ title, homes: there }));
}
