import { Module } from '@nestjs/common';
import { TIMES } from '../../contract/limits.js';
import { monthsBefore } from '../../platform/clock.js';
import { RetentionRules } from '../../platform/retention/retention.js';
import { AlarmsModule } from '../alarms/alarms.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { ExercisesController } from './exercises.controller.js';
import { ExercisesRepository } from './exercises.repository.js';
import { ExercisesService } from './exercises.service.js';
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
    retention.add({
      table: 'exercises',
      personal: 'how ready each member’s devices were when it began, and who planned it, by id',
      retainedFor: '12 months after it was to begin',
      export: (database, { membershipIds }) =>
        database.query(
          `select e.at, w.readiness from exercises e
             cross join lateral jsonb_each_text(e.readiness) as w(membership_id, readiness)
            where e.building_id in (select building_id from memberships where id = any($1))
              and w.membership_id = any($1::text[]) order by e.at`,
          [membershipIds],
        ),
      erase: (tx, { membershipIds }) =>
        tx.query(
          `update exercises set readiness = readiness - $1::text[]
            where building_id in (select building_id from memberships where id = any($1::uuid[]))
              and readiness ?| $1::text[]`,
          [membershipIds],
        ),
      retire: (database, now) =>
        database.query('delete from exercises where at < $1', [
          monthsBefore(now, TIMES.historyMonths),
        ]),
    });
  }
}
