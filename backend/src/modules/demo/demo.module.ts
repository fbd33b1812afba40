import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { GateModule } from '../gate/gate.module.js';
import { DemoController } from './demo.controller.js';
import { DemoRepository } from './demo.repository.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [AuditModule, GateModule, AuthModule, BuildingsModule, AccountModule],
  controllers: [DemoController],
  providers: [DemoRepository, DemoService],
  exports: [DemoService],
})
export class DemoModule {}
