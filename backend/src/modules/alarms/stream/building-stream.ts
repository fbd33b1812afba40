import { channel } from 'node:diagnostics_channel';
import { Inject, Injectable } from '@nestjs/common';
import type { ErrorCode } from '../../../contract/errors.js';
import { TIMES } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { KeyedQueue } from '../../../platform/database/keyed-queue.js';
import type { Transactions } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { ChangeSignals, headKey } from '../../../platform/realtime/change-signals.js';
import { leftUntil, timeoutError } from '../../../platform/with-timeout.js';
import { CONFIG, PRESS_TRANSACTIONS } from '../../../platform/tokens.js';
import type { AlarmRecord } from '../model/alarm.js';
import type { MemberNames } from '../model/alarm-views.js';
import type { Change, Rule } from '../model/stream-change.js';
import { ChangeSaver, type Saved } from './change-saver.js';
import { EpochRenewal } from './epoch-renewal.js';
import { StreamAdmission, type Permission } from './stream-admission.js';
import { StreamWriter, type LockedState } from './stream-writer.repository.js';

/** The fault tests kill a node at these points; without a subscriber nothing happens. */
const beforeCommit = channel('resq:press:before-commit');
const afterCommit = channel('resq:press:after-commit');

/** Leaves time to answer with 503 within the promised 3 s (docs/reliability.md). */
const PATIENCE_MS = 2_800;

/** @returns the deadline of a change that arrived then, by `performance.now()` */
export const deadlineOf = (arrivedMs: number): number => arrivedMs + PATIENCE_MS;

export interface ChangeRequest extends Permission {
  /** The error code when two changes of the user already wait in this building. */
  tooMany: ErrorCode;
  /** By `performance.now()`; later than this nothing is saved. Default: 2.8 s from now. */
  deadlineMs?: number;
}

export interface Changed extends Saved {
  /** The alarm after the commit. */
  record: AlarmRecord;
  /** The names and homes of the record's members, read in the same transaction. */
  names: MemberNames;
  /** True when this change saved a new press. */
  isNew: boolean;
}

type SystemRule = (state: LockedState, now: Date) => Change;
type Commit = Pick<Permission, 'buildingId' | 'alarmId' | 'stranger'> & {
  userId?: string;
  answeredOn?: string | undefined;
  deadlineMs: number;
  mayWait: boolean;
};

/**
 * The only way to append to a building's stream. Each change is admitted, waits for its turn, locks
 * the stream, reads the state, applies a rule, appends at head + 1, commits and signals. Nothing is
 * read after the commit, so an outage then cannot report a saved alarm as "not sent".
 */
@Injectable()
export class BuildingStream {
  private readonly queue: KeyedQueue;

  constructor(
    @Inject(PRESS_TRANSACTIONS) private readonly transactions: Transactions,
    @Inject(CONFIG) config: Config,
    private readonly clock: Clock,
    private readonly admission: StreamAdmission,
    private readonly writer: StreamWriter,
    private readonly saver: ChangeSaver,
    private readonly signals: ChangeSignals,
    private readonly renewal: EpochRenewal,
  ) {
    this.queue = new KeyedQueue(config.rateLimits);
  }

  /**
   * @throws AppError when the admission or the rule refuses; an error that `isOutage` recognises
   *   without a result by the deadline. A commit that had begun may still follow; a retry then gets
   *   its result.
   */
  change(request: ChangeRequest, rule: Rule): Promise<Changed> {
    const { actor, buildingId, stranger, tooMany } = request;
    const { deadlineMs = deadlineOf(performance.now()) } = request;
    return this.queue.serialize(buildingId, actor.userId, {
      admit: () => this.admission.admit(request),
      work: (mayWait) =>
        this.commit(
          { ...request, deadlineMs, mayWait, userId: actor.userId, answeredOn: actor.deviceId },
          ({ member, ...state }, now) => {
            if (!member) throw new AppError(stranger);
            return rule({ ...state, member }, now);
          },
        ),
      deadlineMs,
      tooMany: () => new AppError(tooMany),
    });
  }

  /** Changes the stream as `change` does, for work of the system such as an alarm's expiry. */
  changeBySystem(buildingId: string, alarmId: string, rule: SystemRule): Promise<Changed> {
    const deadlineMs = deadlineOf(performance.now());
    const request = { buildingId, alarmId, stranger: 'alarm.not_found', deadlineMs } as const;
    return this.queue.serialize(buildingId, alarmId, {
      admit: () => Promise.resolve(),
      work: (mayWait) => this.commit({ ...request, mayWait }, rule),
      deadlineMs,
      tooMany: () => new AppError('system.unavailable'),
    });
  }

  private async commit(
    { buildingId, alarmId, stranger, userId, answeredOn, deadlineMs, mayWait }: Commit,
    decide: SystemRule,
  ): Promise<Changed> {
    const { stream, ...changed } = await this.transactions.run(async (tx) => {
      const stream = await this.writer.lock(tx, buildingId, userId, mayWait);
      if (!stream) throw new AppError(stranger);
      const until = new Date(stream.now.getTime() + leftUntil(deadlineMs));
      const at = this.clock.at(stream.now);
      const since = new Date(at.getTime() - TIMES.alarmRateWindowMs);
      const state = await this.writer.readState(tx, { buildingId, userId, alarmId, since });
      const change = decide(state, at);
      const decided = { stream, state, change, at, until, actorId: userId, answeredOn };
      const saved = await this.saver.save(tx, decided);
      const isNew = saved.press !== undefined;
      if (isNew) beforeCommit.publish({ buildingId, alarmId });
      // A node that was frozen meanwhile must not save behind the back of a sender who gave up.
      if (leftUntil(deadlineMs) <= 0) throw timeoutError();
      const press = saved.press ?? change.repeated;
      return { ...saved, press, record: change.record, names: state.names, isNew, stream };
    });
    if (changed.isNew) afterCommit.publish({ buildingId, alarmId });
    const { head, epoch, restoredEpoch } = stream;
    if (restoredEpoch) this.renewal.report({ buildingId, epoch: restoredEpoch, head }, epoch);
    const { seq } = changed;
    if (seq !== undefined) {
      this.signals.publish('building', buildingId, headKey({ epoch, seq }));
    }
    return changed;
  }
}
