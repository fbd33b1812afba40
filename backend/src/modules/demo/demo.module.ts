import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BuildingsModule } from '../buildings/buildings.module.js';
import { GateModule } from '../gate/gate.module.js';
import { DemoSeedRepository } from './demo-seed.repository.js';
import { DemoController } from './demo.controller.js';
import { DemoService } from './demo.service.js';

@Module({
  imports: [GateModule, AuthModule, BuildingsModule],
  controllers: [DemoController],
  providers: [DemoSeedRepository, DemoService],
  exports: [DemoService],
})
export class DemoModule {}
