import { DynamicModule, Module } from '@nestjs/common';
import { AccountModule } from './modules/account/account.module.js';
import { AdminModule } from './modules/admin/admin.module.js';
import { AlarmsModule } from './modules/alarms/alarms.module.js';
import { AuditModule } from './modules/audit/audit.module.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { BuildingsModule } from './modules/buildings/buildings.module.js';
import { DemoModule } from './modules/demo/demo.module.js';
import { ExercisesModule } from './modules/exercises/exercises.module.js';
import { GateModule } from './modules/gate/gate.module.js';
import { KiosksModule } from './modules/kiosks/kiosks.module.js';
import { PushModule } from './modules/push/push.module.js';
import { RecoveryModule } from './modules/recovery/recovery.module.js';
import type { QueueOf } from './platform/jobs/job-queue.js';
import { PlatformModule, type PlatformParts } from './platform/platform.module.js';

/** Every job and the queue it runs in. The start fails when a job has no handler. */
const QUEUE_OF: QueueOf = {
  'account.erase': 'housekeeping',
  'account.erase_restored': 'housekeeping',
  'alarm.expire': 'alarms',
  'audit.seal': 'audit',
  'audit.verify': 'audit',
  'exercise.announce': 'housekeeping',
  'exercise.start': 'claimed',
  'housekeeping.retire': 'housekeeping',
  'push.alarm': 'push',
  'push.close': 'notices',
  'push.exercise': 'notices',
  'push.notice': 'notices',
};

/** The composition root: the only list of all modules. */
@Module({})
export class AppModule {
  static with(parts: PlatformParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(parts, QUEUE_OF),
        AuditModule,
        GateModule,
        AuthModule,
        BuildingsModule,
        AlarmsModule,
        PushModule,
        ExercisesModule,
        KiosksModule,
        AccountModule,
        RecoveryModule,
        AdminModule,
        DemoModule,
      ],
    };
  }
}
