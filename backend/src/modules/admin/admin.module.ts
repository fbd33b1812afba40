import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { GateModule } from '../gate/gate.module.js';
import { AdminController } from './admin.controller.js';
import { AdminRepository } from './admin.repository.js';
import { StatusService } from './status.service.js';

@Module({
  imports: [AuditModule, GateModule, AuthModule],
  controllers: [AdminController],
  providers: [AdminRepository, StatusService],
})
export class AdminModule {}
