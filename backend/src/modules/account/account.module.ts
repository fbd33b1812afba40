import { Module } from '@nestjs/common';
import { AlarmsModule } from '../alarms/alarms.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ExercisesModule } from '../exercises/exercises.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { AccountController } from './account.controller.js';
import { OwnAccountService } from './own-account.service.js';
import { ErasureLedger, ErasureService } from './erasure.service.js';

@Module({
  imports: [AlarmsModule, ExercisesModule, AuditModule, AuthModule, BuildingsModule],
  controllers: [AccountController],
  providers: [OwnAccountService, ErasureLedger, ErasureService],
  exports: [ErasureService],
})
export class AccountModule {}
