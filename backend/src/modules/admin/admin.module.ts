import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { GateModule } from '../gate/gate.module.js';
import { AuditController } from './audit.controller.js';
import { AuditItemRepository } from './audit-item.repository.js';
import { AuditReader } from './audit-reader.js';
import { CodesController } from './codes.controller.js';
import { ResetLinksController } from './reset-links.controller.js';

@Module({
  imports: [AuditModule, GateModule, AuthModule],
  controllers: [AuditController, CodesController, ResetLinksController],
  providers: [AuditItemRepository, AuditReader],
})
export class AdminModule {}
