import { channel } from 'node:diagnostics_channel';
import { Inject, Injectable } from '@nestjs/common';
import type { ErrorCode } from '../../../contract/errors.js';
import { TIMES } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { KeyedQueue } from '../../../platform/database/keyed-queue.js';
import type { Transactions } from '../../../platform/database/transactions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { CONFIG, PRESS_TRANSACTIONS } from '../../../platform/tokens.js';
import type { AlarmRecord } from '../model/alarm.js';
import type { MemberNames } from '../model/alarm-views.js';
import type { Change, Rule } from '../model/stream-change.js';
import { ChangeSaver, type Saved } from './change-saver.js';
import { StreamAdmission, type Permission } from './stream-admission.js';
import { StreamWriter, type LockedState } from './stream-writer.repository.js';

/** The fault tests kill a node at these points; without a subscriber nothing happens. */
const beforeCommit = channel('resq:press:before-commit');
const afterCommit = channel('resq:press:after-commit');

/** The sender learns within three seconds that an alarm was not saved (contract: "503 within 3 s"). */
const PATIENCE_MS = 2_800;
export interface ChangeRequest extends Permission {
  /** The code for a person who has two changes waiting in this building already. */
  tooMany: ErrorCode;
}

export interface Changed extends Saved {
  /** The alarm as the commit left it. */
  record: AlarmRecord;
  /** The names and homes of everybody in the record, read in the same transaction. */
  names: MemberNames;
  /** False for a press that was saved before. */
  isNew: boolean;
}

type SystemRule = (state: LockedState, now: Date) => Change;
type Commit = Pick<Permission, 'buildingId' | 'alarmId' | 'stranger'> & { userId?: string };

/**
 * The one way to change a building's alarms: admit, wait for the building's turn, lock the stream,
 * read, decide by a rule, append at head + 1, commit, signal. Nothing is read after the commit, so
 * an outage there cannot turn a saved alarm into one that was "not sent".
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
  ) {
    this.queue = new KeyedQueue(config.rateLimits);
  }

  /**
   * @throws AppError what the admission or the rule refuses; what `isOutage` recognises when the
   *   database did not answer within 2.8 s. A retry finds a commit that came later.
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

  /** The same for what time causes, such as the end of an alarm's hour. */
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
    const changed = await this.transactions.run(async (tx) => {
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
      return { ...saved, press, record: change.record, names: state.names, isNew };
    });
    if (changed.isNew) afterCommit.publish({ buildingId, alarmId });
    if (changed.seq !== undefined) {
      this.signals.publish('building', buildingId, String(changed.seq));
    }
    return changed;
  }
}
