import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { AUDIT_ACTIONS, type AuditItem } from '../../contract/audit.js';
import type { Page } from '../../contract/http.js';
import { PAGE_CURSOR } from '../../platform/input/page-cursor.js';
import { AccessGuard, AdminGuard } from '../auth/access.guard.js';
import { AuditReader } from './audit-reader.js';

const GROUPS = AUDIT_ACTIONS.map((action) => action.split('.')[0]);

export class AuditQuery {
  @IsOptional()
  @Matches(PAGE_CURSOR)
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
  page(@Query() query: AuditQuery): Promise<Page<AuditItem>> {
    return this.reader.page(query);
  }
}
