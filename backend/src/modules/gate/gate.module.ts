import { Module } from '@nestjs/common';
import { SERVER_TIMES } from '../../contract/limits.js';
import { deleteBefore, RetentionRules } from '../../platform/retention/retention.js';
import { AuditModule } from '../audit/audit.module.js';
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
    retention.add(
      {
        table: 'access_codes',
        personal: 'name, e-mail and company of the invited person, as an administrator typed them',
        retainedFor: 'until an administrator deletes the code',
      },
      {
        table: 'code_sessions',
        retainedFor: '24 hours after the last use, and at most a day more',
        retire: deleteBefore('code_sessions', 'last_used_at', SERVER_TIMES.codeSessionMs),
      },
    );
  }
}
