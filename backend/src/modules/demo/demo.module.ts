import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { GateModule } from '../gate/gate.module.js';
import { DemoRemainsRepository } from './demo-remains.repository.js';
import { DemoRemovalService } from './demo-removal.service.js';
import { DemoSeedRepository } from './demo-seed.repository.js';
import { DemoController } from './demo.controller.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [AuditModule, GateModule, AuthModule, BuildingsModule, AccountModule],
  controllers: [DemoController],
  providers: [DemoRemainsRepository, DemoRemovalService, DemoSeedRepository, DemoService],
  exports: [DemoRemovalService, DemoService],
})
export class DemoModule {}
