import { Injectable } from '@nestjs/common';
import type { AlarmDetails, Page, PastAlarm } from '../../../contract/http.js';
import { COUNTS } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { pageCursor, readPageCursor } from '../../../platform/input/fields.js';
import { membersIn } from '../model/alarm.js';
import { viewAt } from '../model/alarm-views.js';
import { mayKnowAnswers, type Member } from '../model/policy.js';
import type { AlarmAccess } from '../stream/alarm-access.repository.js';
import { MemberNamesRepository } from '../stream/members/member-names.repository.js';
import { HistoryRepository } from './history.repository.js';
import { timelineOf } from './timeline.js';

export interface HistoryFilters {
  /** The `next` of the previous page. */
  before?: string;
  type?: string;
  exercise?: string;
}

/** Reads the alarms of the last 12 months, as a list or one by one with a timeline. */
@Injectable()
export class AlarmHistoryService {
  constructor(
    private readonly clock: Clock,
    private readonly history: HistoryRepository,
    private readonly names: MemberNamesRepository,
  ) {}

  /** @returns a page of the building's alarms, newest first */
  async page(
    buildingId: string,
    { before, type, exercise }: HistoryFilters,
    reader: Member,
  ): Promise<Page<PastAlarm>> {
    const limit = COUNTS.historyPerPage;
    const found = await this.history.page(buildingId, {
      before: readPageCursor(before),
      type: type ?? null,
      exercise: exercise ?? null,
      limit: limit + 1,
    });
    const records = found.slice(0, limit);
    const names = await this.names.read(records.flatMap(membersIn));
    const known = records.filter((record) => mayKnowAnswers(reader, record));
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

  /**
   * Reads one alarm with its timeline. The sender and the managers see all responses; a neighbour
   * sees calls for help and their own response.
   * @throws AppError alarm.not_found
   */
  async details({ alarm, member }: AlarmAccess): Promise<AlarmDetails> {
    const isForAll = mayKnowAnswers(member, alarm);
    const events = await this.history.events(alarm.id);
    const responses = await this.history.responses(alarm.id, isForAll ? undefined : member.id);
    const record = events.at(-1)?.record;
    if (!record) throw new AppError('alarm.not_found');
    const responders = responses.map(({ membershipId }) => membershipId);
    const names = await this.names.read([...membersIn(record), ...responders]);
    const reached = await this.history.reachedHomes(isForAll ? [alarm.id] : []);
    return {
      alarm: { ...viewAt({ record, names }, this.clock.now()), ...reached.get(alarm.id) },
      timeline: timelineOf(events, responses, names),
    };
  }
}
