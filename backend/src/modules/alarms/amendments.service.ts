import { Injectable } from '@nestjs/common';
import type { Alarm, AmendRequest } from '../../contract/alarm.js';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import { Outbox } from '../../platform/jobs/outbox.js';
import { ChangeSignals } from '../../platform/realtime/change-signals.js';
import type { Actor } from '../auth/actor.js';
import { amend, extend, isOver, type AlarmRecord, type Step } from './model/alarm.js';
import { AlarmQueries } from './alarm-queries.js';
import { BuildingStream } from './stream/building-stream.js';

/** What its sender changes about an alarm that goes on. Everybody in the house sees it. */
@Injectable()
export class AmendmentsService {
  constructor(
    private readonly clock: Clock,
    private readonly stream: BuildingStream,
    private readonly queries: AlarmQueries,
    private readonly outbox: Outbox,
    private readonly signals: ChangeSignals,
  ) {}

  /**
   * Where and what; saying the same twice is once.
   * @throws AppError alarm.not_found, alarm.not_sender or alarm.over
   */
  amend(actor: Actor, alarmId: string, told: AmendRequest): Promise<Alarm> {
    return this.change(actor, alarmId, (record) => amend(record, told));
  }

  /** Another hour from now on. @throws AppError as above */
  extend(actor: Actor, alarmId: string): Promise<Alarm> {
    return this.change(actor, alarmId, extend);
  }

  private async change(
    actor: Actor,
    alarmId: string,
    rule: (record: AlarmRecord, at: Date) => Step | undefined,
  ): Promise<Alarm> {
    const { buildingId, membershipId, senderId } = await this.queries.requireAlarm(actor, alarmId);
    if (senderId !== membershipId) throw new AppError('alarm.not_sender');
    const { record, seq } = await this.stream.inTurn(buildingId, async (tx) => {
      const stream = await this.stream.lock(tx, buildingId, actor.userId);
      const known = await this.stream.find(tx, alarmId);
      const now = this.clock.now();
      if (!stream || !known) throw new AppError('alarm.not_found');
      if (isOver(known, now)) throw new AppError('alarm.over');
      const step = rule(known, now);
      if (!step) return { record: known };
      const seq = stream.head + 1;
      await this.stream.append(tx, step, { seq, at: now, actorId: actor.userId });
      const { expiresAt } = step.record;
      // The job of the hour before finds the alarm prolonged, and is done with.
      if (expiresAt !== known.expiresAt) {
        await this.outbox.add(tx, 'alarm.expire', { alarmId }, new Date(expiresAt));
      }
      return { record: step.record, seq };
    });
    if (seq !== undefined) this.signals.publish('building', buildingId, String(seq));
    return this.queries.view(record);
  }
}
