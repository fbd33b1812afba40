import { Injectable } from '@nestjs/common';
import type {
  AlarmDetails,
  Page,
  PastAlarm,
  ReachedHomes,
  TimelineEntry,
} from '../../../contract/http.js';
import { COUNTS } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { pageCursor } from '../../../platform/input.js';
import { membersIn } from '../model/alarm.js';
import { neighbour, viewAt, type MemberNames, type StoredEvent } from '../model/alarm-views.js';
import { maySeeReach, type ActiveMember } from '../model/policy.js';
import type { AlarmAccess } from '../stream/alarm-lookups.repository.js';
import {
  HistoryRepository,
  type HistoryFilters,
  type StoredResponse,
} from './history.repository.js';

/** Reads the alarms of the last 12 months, as a list or one by one with a timeline. */
@Injectable()
export class AlarmHistoryService {
  constructor(
    private readonly clock: Clock,
    private readonly history: HistoryRepository,
  ) {}

  /** @returns a page of the building's alarms, newest first */
  async page(
    buildingId: string,
    filters: HistoryFilters,
    reader: ActiveMember,
  ): Promise<Page<PastAlarm>> {
    const limit = COUNTS.historyPerPage;
    const found = await this.history.page(buildingId, filters, limit + 1);
    const records = found.slice(0, limit);
    const names = await this.history.names(records.flatMap(membersIn));
    const known = records.filter((record) => maySeeReach(reader, record));
    const reached = await this.history.reachedHomes(known.map(({ id }) => id));
    const last = found.length > limit ? records.at(-1) : undefined;
    return {
      items: records.map((record) => ({
        ...viewAt({ record, names }, this.clock.now()),
        ...reached.get(record.id),
      })),
      next: last ? pageCursor(last.raisedAt, last.id) : null,
    };
  }

  /** @returns the homes that each alarm reached, by alarm id */
  reachedHomes(alarmIds: string[]): Promise<Map<string, { reached: ReachedHomes }>> {
    return this.history.reachedHomes(alarmIds);
  }

  /**
   * Reads one alarm with its timeline. The sender and the managers see all responses; a neighbour
   * sees calls for help and their own response.
   * @throws AppError alarm.not_found
   */
  async details({ alarm, member }: AlarmAccess): Promise<AlarmDetails> {
    const isForAll = maySeeReach(member, alarm);
    const events = await this.history.events(alarm.id);
    const responses = await this.history.responses(alarm.id, isForAll ? undefined : member.id);
    const record = events.at(-1)?.record;
    if (!record) throw new AppError('alarm.not_found');
    const responders = responses.map(({ membershipId }) => membershipId);
    const names = await this.history.names([...membersIn(record), ...responders]);
    const reached = await this.history.reachedHomes(isForAll ? [alarm.id] : []);
    return {
      alarm: { ...viewAt({ record, names }, this.clock.now()), ...reached.get(alarm.id) },
      timeline: timelineOf(events, responses, names),
    };
  }
}

/** @returns an alarm's events and responses by time, each with its member */
function timelineOf(
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
