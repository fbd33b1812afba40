import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { AlarmsModule } from '../alarms/alarms.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { RecoveryRepository } from './recovery.repository.js';
import { EndedLedger, RecoveryService } from './recovery.service.js';

@Module({
  imports: [AccountModule, AlarmsModule, AuthModule],
  providers: [EndedLedger, RecoveryRepository, RecoveryService],
})
export class RecoveryModule {}
