import type { TimelineEntry } from '../../../contract/http.js';
import { COUNTS } from '../../../contract/limits.js';
import { neighbour, type MemberNames, type StoredEvent } from '../model/alarm-views.js';
import type { StoredResponse } from './history.repository.js';

/** @returns an alarm's events and responses by time, each with its member */
export function timelineOf(
  events: StoredEvent[],
  responses: StoredResponse[],
  names: MemberNames,
): TimelineEntry[] {
  const entry = (membershipId: string | undefined, kind: string, at: string): TimelineEntry => {
    const person = membershipId ? neighbour(membershipId, names) : undefined;
    return { at, kind, ...(person && { name: person.name, home: person.home }) };
  };
  const entries = [
    ...events.map((event) => entry(personOf(event), event.kind, new Date(event.at).toISOString())),
    ...responses.map(({ membershipId, response, place, at }) => ({
      ...entry(membershipId, response, at.toISOString()),
      ...(place !== null && { place }),
    })),
  ];
  return entries.sort((a, b) => a.at.localeCompare(b.at));
}

function personOf({ kind, record }: StoredEvent): string | undefined {
  switch (kind) {
    case 'raised':
      return record.senderId;
    case 'witnessed':
      // A full list may not contain the latest witness.
      return record.witnesses.length < COUNTS.witnessesShown
        ? record.witnesses.at(-1)?.membershipId
        : undefined;
    case 'resolved':
    case 'cancelled':
      return record.endedById;
    default:
      return undefined;
  }
}
