import { Injectable } from '@nestjs/common';
import { EXERCISE_TIMES, type AlarmReport, type ExerciseNews } from '../../contract/exercises.js';
import { TIMES } from '../../contract/limits.js';
import { Clock, monthsBefore } from '../../platform/clock.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Actor } from '../auth/actor.js';
import { HomesService } from '../buildings/home-list/homes.service.js';
import { RightsService } from '../buildings/rights.service.js';
import { ExercisesRepository } from './exercises.repository.js';
import { homeOf, ReportRepository, type ReportedHome } from './report.repository.js';

/** A missed exercise is no news any more after this time. */
const NEWS_MS = 30 * 24 * 60 * 60_000;

/** Reports who an alarm or an exercise reached, to managers, and to members what concerns them. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly rights: RightsService,
    private readonly exercises: ExercisesRepository,
    private readonly reports: ReportRepository,
    private readonly homes: HomesService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError alarm.not_found, also for who is no member, or building.manager_required */
  async read(actor: Actor, alarmId: string): Promise<AlarmReport> {
    const buildingId = await this.buildingOf(alarmId);
    if (!buildingId) throw new AppError('alarm.not_found');
    try {
      await this.rights.check('exercises.manage', buildingId, actor);
    } catch (error) {
      const isStranger = error instanceof AppError && error.code === 'building.not_a_member';
      throw isStranger ? new AppError('alarm.not_found') : error;
    }
    return this.of(alarmId);
  }

  /** @throws AppError exercise.not_found, also before it began, or those of the right */
  async ofExercise(actor: Actor, buildingId: string, alarmId: string): Promise<AlarmReport> {
    await this.rights.check('exercises.manage', buildingId, actor);
    if ((await this.buildingOf(alarmId)) !== buildingId) {
      throw new AppError('exercise.not_found');
    }
    return this.of(alarmId);
  }

  /** @returns by membership id */
  async newsFor(userId: string): Promise<Map<string, ExerciseNews>> {
    const now = this.clock.now();
    const until = this.clock.in(EXERCISE_TIMES.noticeMs);
    const rows = await this.reports.news(userId, now, until, this.clock.ago(NEWS_MS));
    return new Map(
      rows.map(({ id, exerciseAt, missedAt, reason }) => [
        id,
        {
          ...(exerciseAt && { exerciseAt: exerciseAt.toISOString() }),
          ...(missedAt && {
            missedExercise: { at: missedAt.toISOString(), ...(reason && { reason }) },
          }),
        },
      ]),
    );
  }

  /** An older alarm is hidden, also while it is not deleted yet. */
  private buildingOf(alarmId: string): Promise<string | undefined> {
    const after = monthsBefore(this.clock.now(), TIMES.historyMonths);
    return this.exercises.buildingOf(alarmId, after);
  }

  private async of(alarmId: string): Promise<AlarmReport> {
    const found = await this.reports.read(alarmId, this.clock.now());
    if (!found) throw new AppError('alarm.not_found');
    const { buildingId, exercise, raisedAt, endedAt, homes, displays } = found;
    const before = exercise ? await this.reports.previous(alarmId) : undefined;
    return {
      alarmId,
      exercise,
      raisedAt: raisedAt.toISOString(),
      ...(endedAt && { endedAt: endedAt.toISOString() }),
      homes: homes.length,
      reachedMs: times(homes, 'reachedAt', raisedAt),
      answeredMs: times(homes, 'answeredAt', raisedAt),
      missed: homes
        .filter(({ reachedAt }) => !reachedAt)
        .map(({ names, membershipIds, reason, ...home }) => ({
          ...homeOf(home),
          names,
          membershipIds,
          ...(reason && { reason }),
        })),
      reachedHomes: homes
        .filter(({ reachedAt }) => reachedAt)
        .map((home) => ({ ...homeOf(home), answered: home.answeredAt !== null })),
      outside: await this.homes.outside(buildingId),
      ...(displays.all > 0 && { displays }),
      ...(before && { previous: await this.previousOf(before) }),
    };
  }

  private async previousOf({ id, raisedAt }: { id: string; raisedAt: Date }) {
    const homes = await this.reports.homes(id);
    const reachedMs = times(homes, 'reachedAt', raisedAt);
    return { raisedAt: raisedAt.toISOString(), homes: homes.length, reachedMs };
  }
}

/** @returns milliseconds since the alarm was raised, rising */
function times(homes: ReportedHome[], by: 'reachedAt' | 'answeredAt', raisedAt: Date): number[] {
  return homes
    .flatMap((home) => home[by] ?? [])
    .map((at) => Math.max(0, at.getTime() - raisedAt.getTime()))
    .sort((a, b) => a - b);
}
