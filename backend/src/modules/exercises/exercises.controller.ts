import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';
import type { AlarmReport, Exercise } from '../../contract/exercises.js';
import type { Page } from '../../contract/http.js';
import { IdField, IdParam, IsTime, MayBeMissing, PageQuery } from '../../platform/input.js';
import { CanWait } from '../../platform/load/node-load.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { ExercisesService } from './exercises.service.js';
import { ReportsService } from './reports.service.js';

class ExerciseRef extends IdParam {
  @IdField()
  exerciseId: string;
}

class ReportedAlarmRef {
  @IdField()
  alarmId: string;
}

class PlanExercise {
  /** Missing for an exercise that begins now. */
  @MayBeMissing()
  @IsTime()
  at?: string;
}

@Controller()
@UseGuards(AccessGuard)
export class ExercisesController {
  constructor(
    private readonly exercises: ExercisesService,
    private readonly reports: ReportsService,
  ) {}

  /** Lists the planned exercise and those of the last 12 months, newest first. */
  @Get('buildings/:id/exercises')
  @CanWait('read')
  list(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Query() { before }: PageQuery,
  ): Promise<Page<Exercise>> {
    return this.exercises.list(actor, id, before);
  }

  /** Plans an exercise, or begins one now. Members are told of a planned one a day before. */
  @Post('buildings/:id/exercises')
  plan(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Body() { at }: PlanExercise,
  ): Promise<Exercise> {
    return this.exercises.plan(actor, id, at === undefined ? undefined : new Date(at));
  }

  /** Calls off an exercise that has not begun. */
  @Delete('buildings/:id/exercises/:exerciseId')
  @HttpCode(204)
  callOff(@CurrentActor() actor: Actor, @Param() { id, exerciseId }: ExerciseRef): Promise<void> {
    return this.exercises.callOff(actor, id, exerciseId);
  }

  /** Reports whom an exercise reached, how fast, and why not. */
  @Get('buildings/:id/exercises/:exerciseId/report')
  @CanWait('read')
  report(
    @CurrentActor() actor: Actor,
    @Param() { id, exerciseId }: ExerciseRef,
  ): Promise<AlarmReport> {
    return this.reports.ofExercise(actor, id, exerciseId);
  }

  /** Reports whom an alarm or an exercise reached, how fast, and why not. */
  @Get('alarms/:alarmId/report')
  @CanWait('read')
  reportOfAlarm(
    @CurrentActor() actor: Actor,
    @Param() { alarmId }: ReportedAlarmRef,
  ): Promise<AlarmReport> {
    return this.reports.read(actor, alarmId);
  }
}
