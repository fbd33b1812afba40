import { Inject, Injectable } from '@nestjs/common';
import type {
  Alarm,
  AmendRequest,
  Outcome,
  RaiseRequest,
  RaiseResult,
} from '../../contract/alarm.js';
import { AppError } from '../../platform/errors/app-error.js';
import { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { Drain } from '../../platform/drain.js';
import { PersonLimits } from '../../platform/limits/person-limits.js';
import { CONFIG } from '../../platform/tokens.js';
import { sinceArrival } from '../../platform/load/press-queue.js';
import { leftUntil, withTimeout } from '../../platform/with-timeout.js';
import type { Actor } from '../auth/actor.js';
import { PRESS_LIMIT } from './model/alarm-limits.js';
import { amendRule, endRule, expireRule, extendRule } from './model/alarm-rules.js';
import { viewAt } from './model/alarm-views.js';
import {
  refusalOfAmendment,
  refusalOfEnd,
  refusalOfExtension,
  refusalOfPress,
} from './model/policy.js';
import { neededBy, pressRule } from './model/press.js';
import type { Rule } from './model/alarm.js';
import { AlarmLookups } from './stream/alarm-lookups.repository.js';
import { AlarmTrace } from './stream/alarm-trace.js';
import { BuildingStream } from './stream/building-stream.js';
import { StreamAdmission } from './stream/stream-admission.js';
import { UpdateMerger } from './stream/update-merger.js';

export type Raised = RaiseResult & {
  /** False when the request repeats a saved press. */
  isNew: boolean;
};

/** Raises, changes, ends and expires alarms. All members see each change. */
@Injectable()
export class AlarmsService {
  /** Presses that are being saved, by user, building and alarm id. */
  private readonly inFlight = new Map<string, Promise<Raised>>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly drain: Drain,
    private readonly limits: PersonLimits,
    private readonly lookups: AlarmLookups,
    private readonly admission: StreamAdmission,
    private readonly stream: BuildingStream,
    private readonly merger: UpdateMerger,
    private readonly clock: Clock,
    private readonly trace: AlarmTrace,
  ) {}

  /**
   * Raises an alarm, or joins an active one of the same type. The same `alarmId` from the same user
   * is the same press and gets the first result. A repeat during the first save takes no turn.
   * @param deadlineMs by `performance.now()`; later than this the press is not saved
   * @throws AppError building.not_a_member, alarm.sending_paused, building.manager_required (an
   *   exercise), alarm.real_ongoing (an exercise), alarm.id_taken, alarm.rate_limited, system.restarting (this node shuts down
   *   and has not saved it before),
   *   alarm.busy (it would wait too long here), alarm.not_kept (two changes of the user wait
   *   already); an error that `isOutage` recognises
   *   while the database is unavailable
   */
  async raise(
    actor: Actor,
    buildingId: string,
    request: RaiseRequest,
    deadlineMs: number,
  ): Promise<Raised> {
    const key = `${actor.userId} ${buildingId} ${request.alarmId}`;
    const known = this.inFlight.get(key);
    if (known) return { ...(await known), isNew: false };
    const saving = this.save(actor, buildingId, request, deadlineMs).finally(() =>
      this.inFlight.delete(key),
    );
    this.inFlight.set(key, saving);
    return this.counted(buildingId, request, saving);
  }

  private async counted(
    buildingId: string,
    request: RaiseRequest,
    saving: Promise<Raised>,
  ): Promise<Raised> {
    try {
      const raised = await saving;
      const result = raised.isNew ? (raised.merged ? 'merged' : 'saved') : 'repeated';
      this.trace.answered(buildingId, request, result);
      return raised;
    } catch (error) {
      // Other refusals either stay, or the tab brings the press again by itself.
      const isRefused = error instanceof AppError && error.code !== 'alarm.not_kept';
      this.trace.answered(buildingId, request, isRefused ? 'refused' : 'unsaved');
      throw error;
    }
  }

  /**
   * Changes the place and the note.
   * @throws AppError alarm.not_found, alarm.not_sender, alarm.sending_paused or alarm.over
   */
  amend(actor: Actor, alarmId: string, amendment: AmendRequest): Promise<Alarm> {
    return this.merger.run(`${actor.userId} ${alarmId}`, amendment, {
      kind: 'amend',
      make: (merged) => this.change(actor, alarmId, refusalOfAmendment, amendRule(merged)),
      combine: (earlier, later) => ({ ...earlier, ...later }),
    });
  }

  /**
   * Extends the alarm to an hour from now.
   * @throws AppError alarm.not_found, alarm.not_yours, alarm.sending_paused or alarm.over
   */
  extend(actor: Actor, alarmId: string): Promise<Alarm> {
    return this.change(actor, alarmId, refusalOfExtension, extendRule);
  }

  /** @throws AppError alarm.not_found or alarm.not_yours */
  end(actor: Actor, alarmId: string, outcome: Outcome): Promise<Alarm> {
    return this.change(actor, alarmId, refusalOfEnd, endRule(outcome));
  }

  /**
   * Raises the exercise in the name of a member, who need not be signed in. A repeat gets the same alarm.
   * @throws AppError building.not_a_member, alarm.sending_paused, building.manager_required or
   *   alarm.real_ongoing
   */
  async startExercise(buildingId: string, alarmId: string, userId: string): Promise<void> {
    const rule = pressRule({ alarmId, type: 'fire', exercise: true, separate: true }, false);
    await this.stream.changeBySystem(
      { buildingId, alarmId, userId, needs: 'all' },
      ({ member, ...state }, now) => {
        if (!member) throw new AppError('building.not_a_member');
        return rule({ ...state, member }, now);
      },
    );
  }

  /** @returns when the last active alarm ends that the members pressed for or answered, if there is one */
  activeUntil(membershipIds: readonly string[]): Promise<Date | undefined> {
    return this.lookups.activeUntil(membershipIds);
  }

  /** Appends the expired event of an alarm past its end, unless the alarm was retired meanwhile. */
  async expireIfDue(alarmId: string): Promise<void> {
    try {
      const { buildingId } = await this.lookups.originOf(alarmId);
      await this.stream.changeBySystem({ buildingId, alarmId, needs: 'none' }, expireRule);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'alarm.not_found')) throw error;
    }
  }

  /** @returns the alarm as it is now */
  private async change(
    actor: Actor,
    alarmId: string,
    refusal: typeof refusalOfEnd,
    rule: Rule,
  ): Promise<Alarm> {
    const alarm = await this.lookups.originOf(alarmId, actor.userId);
    const changed = await this.stream.change(
      {
        actor,
        buildingId: alarm.buildingId,
        alarmId,
        refusal: (member) => refusal(member, alarm),
        stranger: 'alarm.not_found',
        tooMany: 'request.rate_limited',
        needs: 'none',
      },
      rule,
    );
    return viewAt(changed, this.clock.now());
  }

  private async save(
    actor: Actor,
    buildingId: string,
    request: RaiseRequest,
    deadlineMs: number,
  ): Promise<Raised> {
    const { alarmId } = request;
    await this.limits.takeOnce(PRESS_LIMIT, actor.userId, alarmId);
    this.trace.received({ actor, buildingId, request });
    // A press that the node could not finish goes to another node; a saved one has its answer here.
    if (this.drain.endsBefore(deadlineMs) && !(await this.isSaved(actor, alarmId, deadlineMs))) {
      throw new AppError('system.restarting');
    }
    const { press, isNew, ...changed } = await this.stream.change(
      {
        actor,
        buildingId,
        alarmId,
        refusal: (member) => refusalOfPress(member, request),
        stranger: 'building.not_a_member',
        tooMany: 'alarm.not_kept',
        needs: neededBy(request),
        isRepeatable: true,
        isPress: true,
        deadlineMs,
      },
      pressRule(request, this.config.rateLimits),
    );
    if (!press) throw new Error('the press rule returned no press');
    if (isNew) this.trace.saved(press, Math.round(sinceArrival(deadlineMs)));
    const { epoch, seq, merged } = press;
    return { alarm: viewAt(changed, this.clock.now()), epoch, seq, merged, isNew };
  }

  private isSaved(actor: Actor, alarmId: string, deadlineMs: number): Promise<boolean> {
    const reading = this.admission.isRepeat({ actor, alarmId });
    return withTimeout(leftUntil(deadlineMs), reading).catch(() => false);
  }
}
