import { channel } from 'node:diagnostics_channel';
import { Injectable } from '@nestjs/common';
import type { ErrorCode } from '../../../contract/errors.js';
import { SERVER_TIMES, TIMES } from '../../../contract/limits.js';
import { Clock } from '../../../platform/clock.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { CommittedJobs } from '../../../platform/jobs/committed-jobs.js';
import { deadlineOf, PressQueue } from '../../../platform/load/press-queue.js';
import { ChangeSignals, headKey } from '../../../platform/realtime/change-signals.js';
import { leftUntil, timeoutError } from '../../../platform/with-timeout.js';
import type { Actor } from '../../auth/actor.js';
import type { AlarmRecord, Change, Needed, Rule } from '../model/alarm.js';
import type { MemberNames } from '../model/alarm-views.js';
import { AlarmTrace } from './alarm-trace.js';
import { ChangeRowsFactory, type Saved } from './change-rows.js';
import { StreamAdmission, type Permission } from './stream-admission.js';
import {
  StreamWriter,
  type ReadState,
  type StateRequest,
  type StreamRead,
} from './stream-writer.repository.js';

/** The fault tests kill a node at these points; without a subscriber nothing happens. */
const beforeCommit = channel('resq:press:before-commit');
const afterCommit = channel('resq:press:after-commit');

/** A read may wait for a connection until its deadline, and the clocks of nodes differ a little. */
const MARGIN_MS = 10_000;

export interface ChangeRequest extends Permission {
  needs: Needed;
  /** The error code when two changes of the user already wait in this building. */
  tooMany: ErrorCode;
  /** Whether it is refused when it would wait too long, because its sender tries again. */
  isPress?: boolean;
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

export type SystemRequest = Pick<StateRequest, 'buildingId' | 'alarmId' | 'dueIds'> & {
  needs: Needed;
  /** The member in whose name the system presses. */
  userId?: string;
};
type SystemRule = (state: ReadState, now: Date) => Change;
type Commit = SystemRequest &
  Pick<Permission, 'stranger'> & {
    /** Undefined for work of the system. */
    actor?: Actor;
    deadlineMs: number;
    mayWait: boolean;
  };

/**
 * The only way to append to a building's stream. Each change is admitted, waits for its turn, reads
 * the stream and its state, applies a rule, and is appended at head + 1 while the stream is as it was
 * read; otherwise it begins again with the read (decision 55). Nothing is read after the commit, so an
 * outage then cannot report a saved alarm as "not sent".
 */
@Injectable()
export class BuildingStream {
  constructor(
    private readonly clock: Clock,
    private readonly admission: StreamAdmission,
    private readonly writer: StreamWriter,
    private readonly rows: ChangeRowsFactory,
    private readonly signals: ChangeSignals,
    private readonly jobs: CommittedJobs,
    private readonly presses: PressQueue,
    private readonly trace: AlarmTrace,
  ) {}

  /**
   * @throws AppError when the admission or the rule refuses; an error that `isOutage` recognises
   *   without a result by the deadline. A commit that had begun may still follow; a retry then gets
   *   its result.
   */
  change(request: ChangeRequest, rule: Rule): Promise<Changed> {
    const { actor, buildingId, stranger, deadlineMs = deadlineOf(performance.now()) } = request;
    return this.presses.serialize(buildingId, actor.userId, {
      admit: async () => {
        await this.admission.admit(request);
        // Many requests are read in one turn of the event loop, before any of them waits.
        const refusal = request.isPress ? this.presses.refusal(buildingId, deadlineMs) : undefined;
        if (refusal) throw refusal;
      },
      work: (mayWait) =>
        this.commit({ ...request, deadlineMs, mayWait }, ({ member, ...state }, now) => {
          // The sign-in was checked before, and may have ended since.
          if (!state.isSignedIn) throw new AppError('auth.session_ended');
          if (!member) throw new AppError(stranger);
          return rule({ ...state, member }, now);
        }),
      deadlineMs,
      tooMany: () => new AppError(request.tooMany),
    });
  }

  /** Changes the stream as `change` does, for work of the system such as an alarm's expiry. */
  changeBySystem(
    { buildingId, alarmId, dueIds, needs, userId }: SystemRequest,
    rule: SystemRule,
  ): Promise<Changed> {
    const deadlineMs = deadlineOf(performance.now());
    const stranger = 'alarm.not_found';
    const named = userId !== undefined && { userId };
    const request = { buildingId, alarmId, dueIds, needs, ...named, stranger, deadlineMs } as const;
    return this.presses.serialize(buildingId, alarmId, {
      admit: () => Promise.resolve(),
      work: (mayWait) => this.commit({ ...request, mayWait }, rule),
      deadlineMs,
      tooMany: () => new AppError('system.unavailable'),
    });
  }

  /** Decides again while other nodes change the stream between the read and the write. */
  private async commit(request: Commit, decide: SystemRule): Promise<Changed> {
    while (leftUntil(request.deadlineMs) > 0) {
      const changed = await this.attempt(request, decide);
      if (changed) return changed;
    }
    throw timeoutError();
  }

  /** @returns undefined when the stream has changed since it was read; nothing is saved then */
  private async attempt(
    { buildingId, alarmId, dueIds, needs, stranger, actor, userId, deadlineMs, mayWait }: Commit,
    decide: SystemRule,
  ): Promise<Changed | undefined> {
    const reader = actor ?? (userId === undefined ? undefined : { userId });
    const times = this.timesOf(needs);
    const read = await this.read({ buildingId, actor: reader, alarmId, dueIds, ...times });
    if (!read) throw new AppError(stranger);
    const { stream, state } = read;
    const at = this.clock.at(stream.now);
    const change = decide(state, at);
    const by = actor && { actorId: actor.userId, answeredOn: actor.deviceId };
    const { rows, saved, urgent } = this.rows.make({ stream, state, change, at, ...by });
    const isNew = saved.press !== undefined;
    const leftMs = leftUntil(deadlineMs);
    // A node that was frozen meanwhile must not save behind the back of a sender who gave up.
    if (leftMs <= 0) throw timeoutError();
    const until = isNew ? new Date(stream.now.getTime() + leftMs) : null;
    if (isNew) beforeCommit.publish({ buildingId, alarmId });
    const { epoch, version } = stream;
    const outcome = await this.writer.save({ buildingId, version, rows, until, mayWait });
    if (outcome === 'overdue') throw timeoutError();
    if (outcome === 'moved') return undefined;
    if (isNew) afterCommit.publish({ buildingId, alarmId });
    const { seq } = saved;
    // Wakes the pumps of all nodes, this one's among them.
    if (seq !== undefined) this.signals.publish('building', buildingId, headKey({ epoch, seq }));
    this.jobs.run(urgent);
    this.trace.committed(change.steps, stream.head + 1);
    const press = saved.press ?? change.repeated;
    return { ...saved, press, record: change.record, names: state.names, isNew };
  }

  private timesOf(needs: Needed): Pick<StateRequest, 'since' | 'overBy' | 'pressedAfter'> {
    const pressedAfter = {
      all: '-infinity',
      joinable: this.clock.ago(TIMES.mergeMs + MARGIN_MS),
      none: 'infinity',
    } as const;
    return {
      since: this.clock.ago(SERVER_TIMES.alarmRateWindowMs),
      overBy: this.clock.in(MARGIN_MS),
      pressedAfter: pressedAfter[needs],
    };
  }

  private async read(request: StateRequest): Promise<StreamRead | undefined> {
    const read = await this.writer.read(request);
    if (read?.stream.isOwn) return read;
    await this.writer.prepare(request.buildingId, read?.stream);
    return this.writer.read(request);
  }
}
