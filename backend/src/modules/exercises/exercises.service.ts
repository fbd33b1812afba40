import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Exercise, ExerciseState } from '../../contract/exercises.js';
import { EXERCISES_LISTED, PRACTISED_MONTHS } from '../../contract/exercises.js';
import type { Page } from '../../contract/http.js';
import { TIMES } from '../../contract/limits.js';
import { Clock, monthsBefore } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { AppError } from '../../platform/errors/app-error.js';
import { pageCursor } from '../../platform/input.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { Outbox } from '../../platform/jobs/outbox.js';
import type { Logger } from '../../platform/logging.js';
import { ChangeSignals } from '../../platform/realtime/change-signals.js';
import { LOGGER } from '../../platform/tokens.js';
import { AlarmsService } from '../alarms/alarms.service.js';
import { AlarmHistoryService } from '../alarms/history/alarm-history.service.js';
import { AuditService } from '../audit/audit.service.js';
import type { Actor } from '../auth/actor.js';
import { ReadinessService } from '../buildings/devices/readiness.service.js';
import { RightsService } from '../buildings/rights.service.js';
import { announcementOf, isMissed, refusalOfTime, startOf } from './exercise-rules.js';
import { ExercisesRepository, type ListedExercise } from './exercises.repository.js';

declare module '../../platform/jobs/outbox.js' {
  interface Jobs {
    'exercise.announce': { id: string; buildingId: string };
    'exercise.start': { id: string };
  }
}

/** Plans, announces, calls off and starts exercises (decision 91). */
@Injectable()
export class ExercisesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly exercises: ExercisesRepository,
    private readonly history: AlarmHistoryService,
    private readonly rights: RightsService,
    private readonly readiness: ReadinessService,
    private readonly alarms: AlarmsService,
    private readonly audit: AuditService,
    private readonly outbox: Outbox,
    private readonly signals: ChangeSignals,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    jobs: JobQueue,
  ) {
    jobs.handle('exercise.announce', ({ id, buildingId }) => this.announce(id, buildingId));
    jobs.handle('exercise.start', async ({ id }) => void (await this.start(id)));
  }

  /** @returns a page of the planned one and those of the last 12 months, newest first */
  async list(actor: Actor, buildingId: string, before?: string): Promise<Page<Exercise>> {
    await this.rights.check('exercises.manage', buildingId, actor);
    const now = this.clock.now();
    const since = monthsBefore(now, TIMES.historyMonths);
    const found = await this.exercises.list(buildingId, now, since, before, EXERCISES_LISTED + 1);
    const rows = found.slice(0, EXERCISES_LISTED);
    const begun = rows.filter(({ isActive }) => isActive !== null).map(({ id }) => id);
    const reached = await this.history.reachedHomes(begun);
    const items = rows.map((row) => {
      const counts = reached.get(row.id)?.reached;
      return {
        id: row.id,
        at: row.at.toISOString(),
        state: stateOf(row, now),
        ...(row.announcedAt && { announcedAt: row.announcedAt.toISOString() }),
        ...(counts && { reached: counts }),
      };
    });
    const last = found.length > rows.length ? items.at(-1) : undefined;
    return { items, next: last ? pageCursor(last.at, last.id) : null };
  }

  /** @returns whether one is planned, or began in the last six months; the caller has checked the right */
  isPractised(buildingId: string): Promise<boolean> {
    const now = this.clock.now();
    return this.exercises.isPractised(buildingId, now, monthsBefore(now, PRACTISED_MONTHS));
  }

  /**
   * @param at undefined: it begins now
   * @throws AppError exercise.time_invalid, exercise.outside_hours, exercise.already_planned,
   *   exercise.held_lately, exercise.announced_often, alarm.real_ongoing, alarm.sending_paused, or those of
   *   the right
   */
  async plan(actor: Actor, buildingId: string, at: Date | undefined): Promise<Exercise> {
    await this.rights.check('exercises.manage', buildingId, actor);
    const now = this.clock.now();
    const time = at ?? now;
    const announcedAt = at && announcementOf(at, now);
    const refusal = refusalOfTime(time, now);
    if (refusal) throw new AppError(refusal);
    const id = randomUUID();
    await this.transactions.run(async (tx) => {
      const member = await this.rights.requireRight(tx, 'exercises.manage', buildingId, actor);
      // Another manager would appear as its sender.
      if (!member?.maySend) throw new AppError('alarm.sending_paused');
      const times = { at: time, announcedAt, now };
      const conflicts = await this.exercises.conflicts(tx, buildingId, times);
      if (conflicts.isReal) throw new AppError('alarm.real_ongoing');
      if (conflicts.isPlanned) throw new AppError('exercise.already_planned');
      if (conflicts.isHeld) throw new AppError('exercise.held_lately');
      if (conflicts.isAnnouncedOften) throw new AppError('exercise.announced_often');
      const row = { id, buildingId, plannedBy: member.id, at: time };
      await this.exercises.insert(tx, row, now);
      if (announcedAt) {
        await this.outbox.add(tx, 'exercise.announce', { id, buildingId }, announcedAt);
      }
      await this.outbox.add(tx, 'exercise.start', { id }, at ? startOf({ id, at }) : now);
      const act = { action: 'exercise.planned', actorId: actor.userId, buildingId } as const;
      await this.audit.write(tx, { ...act, subjectId: id, details: { at: time.toISOString() } });
    });
    const state = at ? 'planned' : await this.begin(id);
    return { id, at: time.toISOString(), state };
  }

  /** Begins at once, so that its report exists when the manager opens it. The job does what fails here. */
  private async begin(id: string): Promise<ExerciseState> {
    try {
      return (await this.start(id)) ? 'running' : 'planned';
    } catch (error) {
      this.logger.warn({ err: error, exercise: id }, 'exercise not begun, its job tries again');
      return 'planned';
    }
  }

  /** @throws AppError exercise.not_found, exercise.begun, or those of the right */
  async callOff(actor: Actor, buildingId: string, id: string): Promise<void> {
    await this.rights.check('exercises.manage', buildingId, actor);
    const isNew = await this.transactions.run(async (tx) => {
      await this.rights.requireRight(tx, 'exercises.manage', buildingId, actor);
      const row = await this.exercises.lock(tx, id, buildingId);
      if (!row) throw new AppError('exercise.not_found');
      if (row.calledOffAt) return false;
      const now = this.clock.now();
      const isOver = isMissed(row.at, now) || (await this.exercises.hasBegun(tx, id));
      if (isOver) throw new AppError('exercise.begun');
      await this.exercises.callOff(tx, id, now);
      if (row.announcedAt) {
        const userIds = await this.exercises.findMembers(tx, buildingId);
        const notice = { about: 'exercise_called_off', userIds, at: row.at.toISOString() } as const;
        await this.outbox.add(tx, 'push.notice', notice, now);
      }
      const act = { action: 'exercise.called_off', actorId: actor.userId, buildingId } as const;
      await this.audit.write(tx, { ...act, subjectId: id });
      return true;
    });
    if (isNew) this.signals.publish('members', buildingId);
  }

  /** Announces it once: what says so is committed with the notice. */
  private async announce(id: string, buildingId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const row = await this.exercises.lock(tx, id, buildingId);
      const now = this.clock.now();
      if (!row || row.calledOffAt || row.announcedAt || row.at <= now) return;
      await this.exercises.markAnnounced(tx, id, now);
      const userIds = await this.exercises.findMembers(tx, buildingId);
      const notice = { about: 'exercise_announced', userIds, at: row.at.toISOString() } as const;
      await this.outbox.add(tx, 'push.notice', notice, now);
    });
    this.signals.publish('members', buildingId);
  }

  /**
   * Starts it once: its alarm has its id, so a second run repeats the press. One that was called off in
   * this very moment may begin, as an alarm that was sent.
   * @returns whether it has begun
   */
  private async start(id: string): Promise<boolean> {
    const row = await this.exercises.find(id);
    if (!row || row.calledOffAt || row.blockedAt || isMissed(row.at, this.clock.now()))
      return false;
    const userId = await this.exercises.findSender(row);
    if (!userId) return false;
    const states = await this.readiness.ofMembers(row.buildingId);
    const words = [...states].map(([user, { readiness }]) => [user, readiness] as const);
    await this.exercises.saveReadiness(id, new Map(words));
    try {
      await this.alarms.startExercise(row.buildingId, id, userId);
      return true;
    } catch (error) {
      const isReal = error instanceof AppError && error.code === 'alarm.real_ongoing';
      if (!isReal) throw error;
      await this.exercises.block(id, this.clock.now());
      return false;
    }
  }
}

function stateOf(
  { isActive, calledOffAt, blockedAt, at }: ListedExercise,
  now: Date,
): ExerciseState {
  if (isActive !== null) return isActive ? 'running' : 'held';
  if (calledOffAt) return 'calledOff';
  if (blockedAt) return 'blocked';
  return isMissed(at, now) ? 'missed' : 'planned';
}
