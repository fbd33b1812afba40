import { Module } from '@nestjs/common';
import { AuditAlarm } from './audit-alarm.js';
import { AuditCheck } from './audit-check.js';
import { AuditHead } from './audit-head.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditRetention } from './audit-retention.js';
import { AuditService } from './audit.service.js';
import { AuditSealer } from './audit-sealer.js';
import { AuditVerifier } from './audit-verifier.js';

@Module({
  providers: [
    AuditAlarm,
    AuditCheck,
    AuditHead,
    AuditLogRepository,
    AuditRetention,
    AuditService,
    AuditSealer,
    AuditVerifier,
  ],
  exports: [AuditService, AuditVerifier],
})
export class AuditModule {}
