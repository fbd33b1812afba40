import type { AmendRequest } from '../../../contract/alarm.js';
import { TIMES } from '../../../contract/limits.js';
import type { AlarmRecord, Step } from './alarm.js';

/** A call for help, or its end when `needed` is false. */
export interface HelpCall {
  needed: boolean;
  place?: string;
}

/**
 * Adds, moves or removes a member's call for help. The call is part of the alarm, so that all
 * members see it.
 * @returns undefined when nothing changes
 */
export function callForHelp(
  record: AlarmRecord,
  membershipId: string,
  { needed, place }: HelpCall,
  at: Date,
): Step | undefined {
  const known = record.needHelp.find((entry) => entry.membershipId === membershipId);
  const isUnchanged = needed ? known && known.place === place : !known;
  if (isUnchanged) return undefined;
  const others = record.needHelp.filter((entry) => entry !== known);
  // Neighbours who have seen the call do not have to see it again when only its place changes.
  const since = known?.at ?? at.toISOString();
  const entry = { membershipId, ...(place !== undefined && { place }), at: since };
  return { kind: 'updated', record: { ...record, needHelp: needed ? [...others, entry] : others } };
}

/**
 * Replaces the place and the note; a missing text stays, an empty one is removed.
 * @returns undefined when nothing changes
 */
export function amend(record: AlarmRecord, amendment: AmendRequest): Step | undefined {
  const { place = record.place ?? '', note = record.note ?? '' } = amendment;
  if (place === (record.place ?? '') && note === (record.note ?? '')) return undefined;
  const { place: _place, note: _note, ...others } = record;
  const texts = { ...(place && { place }), ...(note && { note }) };
  return { kind: 'updated', record: { ...others, ...texts } };
}

/** Extending twice within a minute counts once. */
const EXTENDED_MS = 60_000;

/**
 * Extends the alarm to an hour from now.
 * @returns undefined when that would move its end by less than a minute
 */
export function extend(record: AlarmRecord, at: Date): Step | undefined {
  const endsAtMs = at.getTime() + TIMES.alarmMs;
  if (endsAtMs - Date.parse(record.expiresAt) < EXTENDED_MS) return undefined;
  const expiresAt = new Date(endsAtMs).toISOString();
  return { kind: 'updated', record: { ...record, expiresAt } };
}
