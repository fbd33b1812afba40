import { Module } from '@nestjs/common';
import { RetentionRules } from '../../platform/retention/retention.js';
import { AuditModule } from '../audit/audit.module.js';
import { GATE_RETENTION } from './gate-retention.js';
import { GateController } from './gate.controller.js';
import { GateRepository } from './gate.repository.js';
import { GateService } from './gate.service.js';

@Module({
  imports: [AuditModule],
  controllers: [GateController],
  providers: [GateRepository, GateService],
  exports: [GateService],
})
export class GateModule {
  constructor(retention: RetentionRules) {
    retention.add(...GATE_RETENTION);
  }
}
