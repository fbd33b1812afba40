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

export interface ChangeRequest extends Permission {
  /** The error code when two changes of the user already wait in this building. */
  tooMany: ErrorCode;
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
type Commit = Pick<Permission, 'buildingId' | 'alarmId' | 'stranger'> & { userId?: string };

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
   *   after 2.8 s without a result. The commit may still follow; a retry then gets its result.
   */
  change(request: ChangeRequest, rule: Rule): Promise<Changed> {
    const { actor, buildingId, stranger, tooMany } = request;
    return this.queue.serialize(buildingId, actor.userId, {
      admit: () => this.admission.admit(request),
      work: () =>
        this.commit({ ...request, userId: actor.userId }, ({ member, ...state }, now) => {
          if (!member) throw new AppError(stranger);
          return rule({ ...state, member }, now);
        }),
      limitMs: PATIENCE_MS,
      tooMany: () => new AppError(tooMany),
    });
  }

  /** Changes the stream as `change` does, for work of the system such as an alarm's expiry. */
  changeBySystem(buildingId: string, alarmId: string, rule: SystemRule): Promise<Changed> {
    return this.queue.serialize(buildingId, alarmId, {
      admit: () => Promise.resolve(),
      work: () => this.commit({ buildingId, alarmId, stranger: 'alarm.not_found' }, rule),
      limitMs: PATIENCE_MS,
      tooMany: () => new AppError('system.unavailable'),
    });
  }

  private async commit(
    { buildingId, alarmId, stranger, userId }: Commit,
    decide: SystemRule,
  ): Promise<Changed> {
    const { stream, ...changed } = await this.transactions.run(async (tx) => {
      const stream = await this.writer.lock(tx, buildingId, userId);
      if (!stream) throw new AppError(stranger);
      const since = this.clock.ago(TIMES.alarmRateWindowMs);
      const state = await this.writer.readState(tx, { buildingId, userId, alarmId, since });
      const at = this.clock.now();
      const change = decide(state, at);
      const saved = await this.saver.save(tx, { stream, state, change, at, actorId: userId });
      const isNew = saved.press !== undefined;
      if (isNew) beforeCommit.publish({ buildingId, alarmId });
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
