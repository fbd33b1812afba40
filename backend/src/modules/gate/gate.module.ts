import { Module } from '@nestjs/common';
import { RetentionRules } from '../../platform/retention/retention.js';
import { GATE_RETENTION } from './gate-retention.js';
import { AuditModule } from '../audit/audit.module.js';
import { AccessCodesService } from './access-codes.service.js';
import { GateController } from './gate.controller.js';
import { GateService } from './gate.service.js';

@Module({
  imports: [AuditModule],
  controllers: [GateController],
  providers: [GateService, AccessCodesService],
  exports: [GateService, AccessCodesService],
})
export class GateModule {
  constructor(retention: RetentionRules) {
    retention.add(...GATE_RETENTION);
  }
}
