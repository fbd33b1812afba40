import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { IsIn, IsOptional } from 'class-validator';
import { AUDIT_ACTIONS, type AuditItem } from '../../contract/audit.js';
import type { Page } from '../../contract/http.js';
import { IsPageCursor } from '../../platform/input/fields.js';
import { CanWait } from '../../platform/load/node-load.js';
import { AccessGuard, AdminGuard } from '../auth/access.guard.js';
import { AuditReader } from './audit-reader.js';

const GROUPS = AUDIT_ACTIONS.map((action) => action.split('.')[0]);

export class AuditQuery {
  @IsOptional()
  @IsPageCursor()
  before?: string;

  /** One action, or a group of them: `alarm` is every `alarm.…`. */
  @IsOptional()
  @IsIn([...AUDIT_ACTIONS, ...GROUPS])
  action?: string;
}

@Controller('admin/audit')
@UseGuards(AccessGuard, AdminGuard)
export class AuditController {
  constructor(private readonly reader: AuditReader) {}

  @Get()
  @CanWait('read')
  page(@Query() query: AuditQuery): Promise<Page<AuditItem>> {
    return this.reader.page(query);
  }
}
