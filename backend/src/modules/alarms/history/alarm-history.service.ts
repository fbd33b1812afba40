import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AlarmDetails, Page, PastAlarm, TimelineEntry } from '../../../contract/http.js';
import { COUNTS } from '../../../contract/limits.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { pageCursor, readPageCursor } from '../../../platform/input/page-cursor.js';
import { peopleIn, settle, type AlarmRecord } from '../model/alarm.js';
import { alarmView, neighbour, type StoredEvent } from '../model/alarm-views.js';
import type { HistoryQuery } from '../alarms.dto.js';
import { historyStart } from '../model/history-window.js';
import { readMemberNames } from '../stream/member-names.js';
import { readReached } from './reached-homes.js';

/** Who reads, as a member of the building. */
interface Reader {
  membershipId: string;
  manager: boolean;
}

/** Who was reached and who answered is for an alarm's sender and the managers. */
const mayKnow = ({ membershipId, manager }: Reader, senderId: string): boolean =>
  manager || membershipId === senderId;

/** Reads what was: the alarms of 12 months, and the story of one. */
@Injectable()
export class AlarmHistoryService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * The history of 12 months, newest first.
   * @param before the `next` of the page before
   */
  async history(
    buildingId: string,
    { before, type, exercise }: HistoryQuery,
    reader: Reader,
  ): Promise<Page<PastAlarm>> {
    const cursor = readPageCursor(before);
    const rows = await this.database.query<{ record: AlarmRecord }[]>(
      `select e.record from alarms a
         join alarm_events e on e.building_id = a.building_id and e.seq = a.last_seq
        where a.building_id = $1 and a.raised_at > $2
          and ($3::timestamptz is null or (a.raised_at, a.id) < ($3::timestamptz, $4::uuid))
          and ($5::text is null or a.type = $5)
          and ($6::boolean is null or a.exercise = $6)
        order by a.raised_at desc, a.id desc limit $7`,
      [
        buildingId,
        historyStart(this.clock),
        cursor.at,
        cursor.id,
        type ?? null,
        exercise ?? null,
        COUNTS.historyPerPage + 1,
      ],
    );
    const records = rows.slice(0, COUNTS.historyPerPage).map(({ record }) => record);
    const people = await readMemberNames(this.database, records.flatMap(peopleIn));
    const told = records.filter(({ senderId }) => mayKnow(reader, senderId));
    const reached = await readReached(
      this.database,
      told.map(({ id }) => id),
    );
    const last = rows.length > COUNTS.historyPerPage ? records.at(-1) : undefined;
    return {
      items: records.map((record) => ({
        ...alarmView(settle(record, this.clock.now()), people),
        ...reached.get(record.id),
      })),
      next: last ? pageCursor(last.raisedAt, last.id) : null,
    };
  }

  /**
   * One alarm with everything that happened to it, in order. Who answered what is for its sender and
   * the managers; a neighbour sees who needed help, and the own answer.
   */
  async details(alarmId: string, reader: Reader & { senderId: string }): Promise<AlarmDetails> {
    const all = mayKnow(reader, reader.senderId);
    const events = await this.database.query<StoredEvent[]>(
      'select seq, kind, record, at from alarm_events where alarm_id = $1 order by seq',
      [alarmId],
    );
    const responses = await this.database.query<
      { membershipId: string; response: string; place: string | null; at: Date }[]
    >(
      `select membership_id as "membershipId", response, place, at from alarm_responses
        where alarm_id = $1 and ($2 or response = 'need_help' or membership_id = $3)`,
      [alarmId, all, reader.membershipId],
    );
    const last = events.at(-1);
    if (!last) throw new AppError('alarm.not_found');
    const answered = responses.map(({ membershipId }) => membershipId);
    const people = await readMemberNames(this.database, [...peopleIn(last.record), ...answered]);
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
    const reached = await readReached(this.database, all ? [alarmId] : []);
    const alarm = alarmView(settle(last.record, this.clock.now()), people);
    return { alarm: { ...alarm, ...reached.get(alarmId) }, timeline };
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
