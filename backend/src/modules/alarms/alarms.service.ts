import { channel } from 'node:diagnostics_channel';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Alarm, Outcome, RaiseResult, RaiseRequest } from '../../contract/alarm.js';
import { COUNTS, TIMES } from '../../contract/limits.js';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { isOutage } from '../../platform/database/outage.js';
import { Outbox } from '../../platform/jobs/outbox.js';
import { ChangeSignals } from '../../platform/realtime/change-signals.js';
import { CONFIG } from '../../platform/tokens.js';
import type { Actor } from '../auth/actor.js';
import { end, expire, isOver, press, settle, type AlarmRecord, type Step } from './model/alarm.js';
import {
  BuildingStream,
  type KeptPress,
  type PressContext,
  type Taken,
} from './stream/building-stream.js';
import { AlarmQueries } from './alarm-queries.js';

/** Where the fault tests kill a node; without a listener nothing happens. */
const beforeCommit = channel('resq:press:before-commit');
const afterCommit = channel('resq:press:after-commit');

type Raised = Pick<RaiseResult, 'epoch' | 'seq' | 'merged'> & { record: AlarmRecord };

/** Changes alarms: who may, what changes, keep, commit, and only then answer and wake the pump. */
@Injectable()
export class AlarmsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly stream: BuildingStream,
    private readonly queries: AlarmQueries,
    private readonly outbox: Outbox,
    private readonly signals: ChangeSignals,
  ) {}

  /**
   * Raises an alarm, or joins the one of its kind that is going on. The same `alarmId` from the
   * same person is the same press and gets the first answer again.
   * @returns `isNew` false for a press that was kept before
   * @throws AppError building.not_a_member, alarm.sending_paused, building.manager_required (an
   *   exercise), alarm.id_taken, alarm.rate_limited, alarm.not_kept (the database is away)
   */
  async raise(
    actor: Actor,
    buildingId: string,
    input: RaiseRequest,
  ): Promise<RaiseResult & { isNew: boolean }> {
    const { isNew, ...raised } = await this.stream
      .inTurn(buildingId, async (tx) => {
        const kept = await this.keepPress(tx, actor, buildingId, input);
        beforeCommit.publish({ buildingId, alarmId: input.alarmId });
        return kept;
      })
      .catch((error: unknown) => {
        throw isOutage(error) ? new AppError('alarm.not_kept') : error;
      });
    afterCommit.publish({ buildingId, alarmId: input.alarmId });
    if (isNew) this.wake(buildingId, raised.seq);
    const { record, ...answer } = raised;
    return { ...answer, alarm: await this.queries.view(record), isNew };
  }

  /**
   * Its sender and the building's managers end an alarm. Two may do so at once: the second end is
   * welcome and changes nothing.
   * @returns the alarm as it is now
   * @throws AppError alarm.not_found or alarm.not_yours
   */
  async end(actor: Actor, alarmId: string, outcome: Outcome): Promise<Alarm> {
    const { buildingId, membershipId, senderId, manager } = await this.queries.requireAlarm(
      actor,
      alarmId,
    );
    if (senderId !== membershipId && !manager) throw new AppError('alarm.not_yours');
    const { record, seq } = await this.stream.inTurn(buildingId, async (tx) => {
      const stream = await this.stream.lock(tx, buildingId, actor.userId);
      const known = await this.stream.find(tx, alarmId);
      if (!stream || !known) throw new AppError('alarm.not_found');
      const now = this.clock.now();
      if (known.status !== 'active') return { record: known };
      const step = isOver(known, now) ? expire(known) : end(known, outcome, membershipId, now);
      const taken = { seq: stream.head + 1, at: now, actorId: actor.userId };
      await this.stream.append(tx, step, taken);
      return { record: step.record, seq: taken.seq };
    });
    if (seq !== undefined) this.wake(buildingId, seq);
    return this.queries.view(record);
  }

  /** Writes down that an alarm's time is up; what was ended or prolonged meanwhile stays as it is. */
  async expireIfDue(alarmId: string): Promise<void> {
    const expired = await this.stream.transaction(async (tx) => {
      const known = await this.stream.find(tx, alarmId);
      if (!known) return undefined;
      const stream = await this.stream.lockForSystem(tx, known.buildingId);
      const record = await this.stream.find(tx, alarmId);
      const now = this.clock.now();
      if (!stream || record?.status !== 'active' || !isOver(record, now)) return undefined;
      await this.stream.append(tx, expire(record), { seq: stream.head + 1, at: now });
      return { buildingId: record.buildingId, seq: stream.head + 1 };
    });
    if (expired) this.wake(expired.buildingId, expired.seq);
  }

  private async keepPress(
    tx: EntityManager,
    actor: Actor,
    buildingId: string,
    input: RaiseRequest,
  ): Promise<Raised & { isNew: boolean }> {
    const stream = await this.stream.lock(tx, buildingId, actor.userId);
    if (!stream) throw new AppError('building.not_a_member');
    const { alarmId } = input;
    const { userId } = actor;
    const since = this.clock.ago(TIMES.alarmRateWindowMs);
    const context = await this.stream.readPressContext(tx, {
      alarmId,
      buildingId,
      userId,
      since,
    });
    const { member } = context;
    if (!member) throw new AppError('building.not_a_member');
    if (context.press) return this.repeat(tx, context.press, { buildingId, member });
    if (!member.maySend) throw new AppError('alarm.sending_paused');
    if (input.exercise && member.role !== 'manager') {
      throw new AppError('building.manager_required');
    }
    const now = this.clock.now();
    const told = {
      type: input.type,
      exercise: input.exercise === true,
      separate: input.separate === true,
      ...(input.place !== undefined && { place: input.place }),
      ...(input.note !== undefined && { note: input.note }),
    };
    const outcome = press(
      { ...told, alarmId, buildingId, membershipId: member.id },
      context.ongoing,
      now,
    );
    if (!outcome.merged) this.refuseTooMany(context, told.exercise);
    const seq = await this.appendAll(tx, outcome.steps, stream.head, {
      at: now,
      actorId: userId,
    });
    const kept = {
      id: alarmId,
      buildingId,
      membershipId: member.id,
      alarmId: outcome.record.id,
      epoch: stream.epoch,
      seq,
      merged: outcome.merged,
    };
    await this.stream.keepPress(tx, kept, now);
    if (!outcome.merged) {
      const dueAt = new Date(outcome.record.expiresAt);
      await this.outbox.add(tx, 'alarm.expire', { alarmId }, dueAt);
    }
    const { record, merged } = outcome;
    return { record, merged, epoch: stream.epoch, seq, isNew: true };
  }

  /** @returns the press's first answer, with the alarm as it is now */
  private async repeat(
    tx: EntityManager,
    kept: KeptPress,
    { buildingId, member }: { buildingId: string; member: { id: string } },
  ): Promise<Raised & { isNew: boolean }> {
    if (kept.membershipId !== member.id || kept.buildingId !== buildingId) {
      // It does not say whose: that would tell a stranger that the press exists.
      throw new AppError('alarm.id_taken');
    }
    const record = await this.stream.find(tx, kept.alarmId);
    if (!record) throw new AppError('alarm.not_found');
    const { epoch, seq, merged } = kept;
    return { record: settle(record, this.clock.now()), epoch, seq, merged, isNew: false };
  }

  private refuseTooMany({ raisedLately }: PressContext, exercise: boolean): void {
    if (!this.config.rateLimits || exercise) return;
    if (raisedLately >= COUNTS.alarmsPerWindow) throw new AppError('alarm.rate_limited');
  }

  /** @returns the `seq` of the last step, or the head when there was none */
  private async appendAll(
    tx: EntityManager,
    steps: Step[],
    head: number,
    taken: Omit<Taken, 'seq'>,
  ): Promise<number> {
    let seq = head;
    for (const step of steps) {
      seq += 1;
      await this.stream.append(tx, step, { ...taken, seq });
    }
    return seq;
  }

  private wake(buildingId: string, seq: number): void {
    this.signals.publish('building', buildingId, String(seq));
  }
}
