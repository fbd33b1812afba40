import type { Alarm, AlarmType } from '@contract/alarm';
import { TIMES } from '@contract/limits';
import { isOver } from './alarm-rules.js';
import { ago, whoText } from './format.js';
import { TYPE_WORDS } from './kinds.copy.js';
import { SHEET } from './sheet.copy.js';

interface Duplicate {
  text: string;
  /** The person's own alarm, one that a press now would join, or one that is too old to join. */
  kind: 'own' | 'joinable' | 'old';
}

/** @returns the newest alarm of the same type: a press now may report the same danger again */
export function findDuplicate(
  active: Alarm[],
  type: AlarmType,
  membershipId: string,
  nowMs: number,
): Duplicate | undefined {
  const [found] = active
    .filter((alarm) => alarm.type === type && !alarm.exercise && !isOver(alarm, nowMs))
    .sort((a, b) => b.raisedAt.localeCompare(a.raisedAt));
  if (!found) return undefined;
  const since = ago(nowMs - Date.parse(found.raisedAt));
  const { about } = TYPE_WORDS[type];
  if (found.sender.membershipId === membershipId) {
    return { kind: 'own', text: SHEET.ownDuplicate(about, since) };
  }
  const text = SHEET.duplicate(whoText(found), about, since);
  return { kind: isJoinable(found, nowMs) ? 'joinable' : 'old', text };
}

/**
 * Returns whether a press would join the alarm, by the server's rule. When there are more witnesses
 * than the alarm lists, the last one counts as recent.
 */
function isJoinable({ raisedAt, witnesses, witnessCount }: Alarm, nowMs: number): boolean {
  if (witnessCount > witnesses.length) return true;
  const last = Math.max(
    ...[raisedAt, ...witnesses.map(({ at }) => at)].map((at) => Date.parse(at)),
  );
  return nowMs - last < TIMES.mergeMs;
}
