import { Module } from '@nestjs/common';
import { RetentionRules } from '../../platform/retention/retention.js';
import { AlarmsModule } from '../alarms/alarms.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { ExercisesController } from './exercises.controller.js';
import { ExercisesRepository } from './exercises.repository.js';
import { ExercisesService } from './exercises.service.js';
import { EXERCISES_RETENTION } from './exercises-retention.js';
import { ReportRepository } from './report.repository.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [AlarmsModule, AuditModule, AuthModule, BuildingsModule],
  controllers: [ExercisesController],
  providers: [ExercisesRepository, ExercisesService, ReportRepository, ReportsService],
  exports: [ExercisesService, ReportsService],
})
export class ExercisesModule {
  constructor(retention: RetentionRules) {
    retention.add(EXERCISES_RETENTION);
  }
}
