import { Module } from '@nestjs/common';
import { AuditHead } from './audit-head.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditRetention } from './audit-retention.js';
import { AuditSealer } from './audit-sealer.js';
import { AuditVerifier } from './audit-verifier.js';
import { AuditService } from './audit.service.js';

@Module({
  providers: [
    AuditHead,
    AuditLogRepository,
    AuditRetention,
    AuditSealer,
    AuditService,
    AuditVerifier,
  ],
  exports: [AuditService, AuditVerifier],
})
export class AuditModule {}
