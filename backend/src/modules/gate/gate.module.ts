import { Module } from '@nestjs/common';
import { RetentionRules } from '../../platform/retention/retention.js';
import { GATE_RETENTION } from './gate-retention.js';
import { AuditModule } from '../audit/audit.module.js';
import { AccessCodeRepository } from './access-code.repository.js';
import { AccessCodesService } from './access-codes.service.js';
import { CodeSessionRepository } from './code-session.repository.js';
import { GateController } from './gate.controller.js';
import { GateService } from './gate.service.js';

@Module({
  imports: [AuditModule],
  controllers: [GateController],
  providers: [AccessCodeRepository, AccessCodesService, CodeSessionRepository, GateService],
  exports: [GateService, AccessCodesService],
})
export class GateModule {
  constructor(retention: RetentionRules) {
    retention.add(...GATE_RETENTION);
  }
}
