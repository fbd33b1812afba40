import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Alarm, AlarmType, Answer, Sync } from '../../contract/alarm.js';
import type { AlarmDetails, Page, TimelineEntry } from '../../contract/http.js';
import { COUNTS, TIMES } from '../../contract/limits.js';
import { AppError } from '../../platform/app-error.js';
import { Clock } from '../../platform/clock.js';
import type { Actor } from '../auth/actor.js';
import { peopleIn, settle, type AlarmRecord } from './alarm.js';
import { alarmView, eventView, neighbour, type People, type StoredEvent } from './alarm-views.js';
import { StreamReader } from './stream-reader.js';

/** Reads alarms for people; nobody sees one of a building they are not in. */
@Injectable()
export class AlarmQueries {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly reader: StreamReader,
  ) {}

  /**
   * @returns where the alarm is and who the actor is there
   * @throws AppError alarm.not_found, the same for an unknown alarm and one of another building
   */
  async requireAlarm(
    actor: Actor,
    alarmId: string,
  ): Promise<{ buildingId: string; membershipId: string; manager: boolean; senderId: string }> {
    const [found] = await this.database.query<
      { buildingId: string; membershipId: string; manager: boolean; senderId: string }[]
    >(
      `select a.building_id as "buildingId", a.sender_id as "senderId", m.id as "membershipId",
              m.role = 'manager' as manager
         from alarms a join memberships m on m.building_id = a.building_id
        where a.id = $1 and m.user_id = $2 and m.status = 'active' and a.raised_at > $3`,
      [alarmId, actor.userId, this.historyStart()],
    );
    if (!found) throw new AppError('alarm.not_found');
    return found;
  }

  async view(record: AlarmRecord): Promise<Alarm> {
    return alarmView(settle(record, this.clock.now()), await this.people(peopleIn(record)));
  }

  /**
   * What lies behind a client's cursor, or a reset where it cannot be continued.
   * @param cursor undefined for a client that has nothing yet
   * @param limit events at most; the rest is announced by `more`
   */
  async sync(
    userId: string,
    buildingId: string,
    cursor: { seq: number; epoch?: string } | undefined,
    limit: number,
  ): Promise<Sync> {
    const after = cursor?.seq ?? 0;
    const slice = await this.reader.read(buildingId, { after, limit: cursor ? limit : 0 });
    const { epoch, head, people } = slice;
    const otherEpoch = cursor?.epoch !== undefined && cursor.epoch !== epoch;
    const reset = !cursor || otherEpoch || after > head;
    const events = reset ? [] : slice.events;
    const serverNow = this.clock.now().toISOString();
    return {
      buildingId,
      epoch,
      head,
      reset,
      events: events.map((event) => eventView(event, { epoch, people, serverNow })),
      more: !reset && (events.at(-1)?.seq ?? after) < head,
      active: slice.active.map((record) => alarmView(record, people)),
      answers: await this.answers(
        userId,
        slice.active.map(({ id }) => id),
      ),
      serverNow,
    };
  }

  /**
   * The history of 12 months, newest first.
   * @param before the `next` of the page before
   */
  async history(
    buildingId: string,
    { before, type }: { before?: string; type?: AlarmType },
  ): Promise<Page<Alarm>> {
    const [beforeAt = null, beforeId = null] = before?.split('_') ?? [];
    const rows = await this.database.query<{ record: AlarmRecord }[]>(
      `select e.record from alarms a
         join alarm_events e on e.building_id = a.building_id and e.seq = a.last_seq
        where a.building_id = $1 and a.raised_at > $2
          and ($3::timestamptz is null or (a.raised_at, a.id) < ($3::timestamptz, $4::uuid))
          and ($5::text is null or a.type = $5)
        order by a.raised_at desc, a.id desc limit $6`,
      [
        buildingId,
        this.historyStart(),
        beforeAt,
        beforeId,
        type ?? null,
        COUNTS.historyPerPage + 1,
      ],
    );
    const records = rows.slice(0, COUNTS.historyPerPage).map(({ record }) => record);
    const people = await this.people(records.flatMap(peopleIn));
    const last = rows.length > COUNTS.historyPerPage ? records.at(-1) : undefined;
    return {
      items: records.map((record) => alarmView(settle(record, this.clock.now()), people)),
      next: last ? `${last.raisedAt}_${last.id}` : null,
    };
  }

  /** One alarm with everything that happened to it, in order. */
  async details(alarmId: string): Promise<AlarmDetails> {
    const events = await this.database.query<StoredEvent[]>(
      'select seq, kind, record, at from alarm_events where alarm_id = $1 order by seq',
      [alarmId],
    );
    const responses = await this.database.query<
      { membershipId: string; response: string; place: string | null; at: Date }[]
    >(
      `select membership_id as "membershipId", response, place, at from alarm_responses
        where alarm_id = $1`,
      [alarmId],
    );
    const last = events.at(-1);
    if (!last) throw new AppError('alarm.not_found');
    const answered = responses.map(({ membershipId }) => membershipId);
    const people = await this.people([...peopleIn(last.record), ...answered]);
    const entry = (membershipId: string | undefined, kind: string, at: string): TimelineEntry => {
      const person = membershipId ? neighbour(membershipId, people) : undefined;
      return { at, kind, ...(person && { name: person.name, home: person.home }) };
    };
    const timeline = [
      ...events.map(({ kind, record, at }) =>
        entry(actorOf(kind, record), kind, new Date(at).toISOString()),
      ),
      ...responses.map(({ membershipId, response, place, at }) => ({
        ...entry(membershipId, response, at.toISOString()),
        ...(place !== null && { place }),
      })),
    ].sort((a, b) => a.at.localeCompare(b.at));
    return { alarm: alarmView(settle(last.record, this.clock.now()), people), timeline };
  }

  private async answers(userId: string, alarmIds: string[]): Promise<Answer[]> {
    if (alarmIds.length === 0) return [];
    const rows = await this.database.query<
      (Omit<Answer, 'at' | 'place'> & { place: string | null; at: Date })[]
    >(
      `select r.alarm_id as "alarmId", r.response, r.place, r.at
         from alarm_responses r join memberships m on m.id = r.membership_id
        where r.alarm_id = any($1) and m.user_id = $2`,
      [alarmIds, userId],
    );
    return rows.map(({ alarmId, response, place, at }) => ({
      alarmId,
      response,
      ...(place !== null && { place }),
      at: at.toISOString(),
    }));
  }

  private async people(membershipIds: string[]): Promise<People> {
    const rows = await this.database.query<
      { id: string; name: string; entrance: string | null; apartment: string }[]
    >('select id, name, entrance, apartment from memberships where id = any($1)', [
      [...new Set(membershipIds)],
    ]);
    return Object.fromEntries(rows.map(({ id, ...person }) => [id, person]));
  }

  /** Older alarms are gone for every reader, also before a job has deleted them. */
  private historyStart(): Date {
    const start = this.clock.now();
    start.setUTCMonth(start.getUTCMonth() - TIMES.historyMonths);
    return start;
  }
}

function actorOf(kind: StoredEvent['kind'], record: AlarmRecord): string | undefined {
  switch (kind) {
    case 'raised':
      return record.senderId;
    case 'witnessed':
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
