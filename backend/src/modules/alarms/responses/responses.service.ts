import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AlarmResponse } from '../../../contract/alarm.js';
import type { RespondRequest } from '../../../contract/events.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { Clock } from '../../../platform/clock.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../auth/actor.js';
import { isOver, needHelp, type AlarmRecord } from '../model/alarm.js';
import { PersonalEvents } from './personal-events.js';
import { AlarmQueries } from '../alarm-queries.js';
import { BuildingStream } from '../stream/building-stream.js';

/** Keeps what neighbours answer, and tells those who wait for it. */
@Injectable()
export class ResponsesService {
  constructor(
    private readonly clock: Clock,
    private readonly stream: BuildingStream,
    private readonly queries: AlarmQueries,
    private readonly personalEvents: PersonalEvents,
    private readonly signals: ChangeSignals,
    private readonly audit: AuditService,
  ) {}

  /**
   * A member's answer; a later one replaces it. A call for help, and taking it back, changes the
   * alarm itself, so that everybody sees it.
   * @throws AppError alarm.not_found or alarm.over
   */
  async respond(actor: Actor, alarmId: string, input: RespondRequest): Promise<AlarmResponse> {
    const { buildingId, membershipId } = await this.queries.requireAlarm(actor, alarmId);
    const now = this.clock.now();
    const { answer, seq } = await this.stream.transaction(async (tx) => {
      const known = await this.stream.find(tx, alarmId);
      if (!known || isOver(known, now)) throw new AppError('alarm.over');
      const before = await this.keep(tx, { alarmId, membershipId, input, at: now });
      // What it says stands in the answer's own row, and leaves with it.
      await this.audit.write(tx, {
        action: 'alarm.answered',
        actorId: actor.userId,
        buildingId,
        subjectId: alarmId,
      });
      // Others answer without waiting for the stream. Nobody who holds it waits for an answer's
      // row, so taking it second cannot deadlock.
      const concernsAll = input.response === 'need_help' || before === 'need_help';
      const seq = concernsAll
        ? await this.callForHelp(tx, actor, known, membershipId, input, now)
        : undefined;
      const { response, place } = input;
      const told = { alarmId, response, ...(place !== undefined && { place }) };
      return { answer: { ...told, at: now.toISOString() }, seq };
    });
    if (seq !== undefined) this.signals.publish('building', buildingId, String(seq));
    this.personalEvents.answered(actor.userId, answer);
    this.personalEvents.reachChanged(alarmId);
    return answer;
  }

  /** @returns the answer that was there before */
  private async keep(
    tx: EntityManager,
    entry: { alarmId: string; membershipId: string; input: RespondRequest; at: Date },
  ): Promise<string | undefined> {
    const { alarmId, membershipId, input, at } = entry;
    const [before] = await tx.query<{ response: string }[]>(
      `select response from alarm_responses where alarm_id = $1 and membership_id = $2 for update`,
      [alarmId, membershipId],
    );
    await tx.query(
      `insert into alarm_responses (alarm_id, membership_id, response, place, at)
       values ($1, $2, $3, $4, $5)
       on conflict (alarm_id, membership_id) do update
          set response = excluded.response, place = excluded.place, at = excluded.at`,
      [alarmId, membershipId, input.response, input.place ?? null, at],
    );
    return before?.response;
  }

  /** @returns the new head, or undefined when nothing changed for the others */
  private async callForHelp(
    tx: EntityManager,
    actor: Actor,
    { id, buildingId }: AlarmRecord,
    membershipId: string,
    input: RespondRequest,
    now: Date,
  ): Promise<number | undefined> {
    const stream = await this.stream.lock(tx, buildingId, actor.userId);
    const record = await this.stream.find(tx, id);
    if (!stream || !record || isOver(record, now)) throw new AppError('alarm.over');
    const call = {
      needed: input.response === 'need_help',
      ...(input.place !== undefined && { place: input.place }),
    };
    const step = needHelp(record, membershipId, call, now);
    if (!step) return undefined;
    const seq = stream.head + 1;
    await this.stream.append(tx, step, { seq, at: now, actorId: actor.userId });
    return seq;
  }
}
