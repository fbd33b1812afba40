import { Module } from '@nestjs/common';
import { AuditHead } from './audit-head.js';
import { AuditKeeping } from './audit-retention.js';
import { AuditService } from './audit.service.js';
import { AuditSealer } from './audit-sealer.js';
import { AuditVerifier } from './audit-verifier.js';

@Module({
  providers: [AuditHead, AuditKeeping, AuditService, AuditSealer, AuditVerifier],
  exports: [AuditService, AuditVerifier],
})
export class AuditModule {}
