import { Module } from '@nestjs/common';
import { AccessCodesService } from './access-codes.service.js';
import { GateController } from './gate.controller.js';
import { GateService } from './gate.service.js';

@Module({
  controllers: [GateController],
  providers: [GateService, AccessCodesService],
  exports: [GateService, AccessCodesService],
})
export class GateModule {}
