import { Module } from '@nestjs/common';
import { RetentionRules } from '../../platform/retention/retention.js';
import { AuditHead } from './audit-head.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditSealer } from './audit-sealer.js';
import { AuditVerifier } from './audit-verifier.js';
import { AuditService } from './audit.service.js';

@Module({
  providers: [AuditHead, AuditLogRepository, AuditSealer, AuditService, AuditVerifier],
  exports: [AuditService, AuditVerifier],
})
export class AuditModule {
  constructor(retention: RetentionRules, sealer: AuditSealer) {
    retention.add(
      {
        table: 'audit_log',
        personal: 'accounts and memberships by id alone',
        retainedFor: '12 months',
        retire: () => sealer.retire(),
        export: (database, { userId }) =>
          database.query('select at, action from audit_log where actor_id = $1 order by at', [
            userId,
          ]),
      },
      { table: 'audit_checkpoint', retainedFor: 'always; one row' },
    );
  }
}
