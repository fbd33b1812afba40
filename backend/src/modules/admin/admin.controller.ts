import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { AUDIT_ACTIONS, type AuditItem } from '../../contract/audit.js';
import type { AccessCode, CreatedResetLink, Page } from '../../contract/http.js';
import { CODE_PATTERN } from '../../contract/limits.js';
import type { SystemStatus } from '../../contract/status.js';
import { RULES } from '../../contract/text-rules.js';
import { IdParam, TextField, IsPageCursor } from '../../platform/input.js';
import { CanWait } from '../../platform/load/node-load.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { AdminGuard } from '../auth/admin.guard.js';
import { PasswordService } from '../auth/passwords/password.service.js';
import { ConfirmationService } from '../auth/second-factor/confirmation.service.js';
import { GateService } from '../gate/gate.service.js';
import { AdminRepository } from './admin.repository.js';
import { StatusService } from './status.service.js';

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

class CreateCode {
  @Matches(CODE_PATTERN, { message: 'Koden måste vara i formatet XXXX-XXXX' })
  code: string;

  @TextField(RULES.accessCode.name)
  name?: string;

  @TextField(RULES.accessCode.email)
  email?: string;

  @TextField(RULES.accessCode.company)
  company?: string;
}

class MakeResetLink {
  @TextField(RULES.account.email)
  email: string;
}

@Controller('admin')
@UseGuards(AccessGuard, AdminGuard)
export class AdminController {
  constructor(
    private readonly gate: GateService,
    private readonly passwords: PasswordService,
    private readonly admin: AdminRepository,
    private readonly confirmation: ConfirmationService,
    private readonly status: StatusService,
  ) {}

  /** Lists the invitation codes, newest first. */
  @Get('codes')
  @CanWait('read')
  listCodes(): Promise<AccessCode[]> {
    return this.gate.listCodes();
  }

  /** Proposes a code that no other has, without saving it. */
  @Post('codes/generate')
  @HttpCode(200)
  generateCode(): { code: string } {
    return { code: this.gate.generateCode() };
  }

  /** Saves an invitation code, with which a building can be registered. */
  @Post('codes')
  async createCode(@CurrentActor() actor: Actor, @Body() body: CreateCode): Promise<AccessCode> {
    await this.confirmation.requireRecent(actor);
    return this.gate.createCode(body, actor.userId);
  }

  /** Deletes an invitation code, and the sessions that it opened. */
  @Delete('codes/:id')
  @HttpCode(204)
  async removeCode(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<void> {
    await this.confirmation.requireRecent(actor);
    await this.gate.removeCode(id, actor.userId);
  }

  /** Makes a link to a new password for the user of an e-mail address. */
  @Post('reset-links')
  async makeResetLink(
    @CurrentActor() actor: Actor,
    @Body() { email }: MakeResetLink,
  ): Promise<CreatedResetLink> {
    await this.confirmation.requireRecent(actor);
    return this.passwords.createLink({ email }, actor.userId);
  }

  /** Lists the audit log, newest first, 50 entries at a time. */
  @Get('audit')
  @CanWait('read')
  readAudit(@Query() query: AuditQuery): Promise<Page<AuditItem>> {
    return this.admin.auditPage(query);
  }

  /** Says of each part whether it works, and since when. A node that is behind answers as well. */
  @Get('status')
  readStatus(): Promise<SystemStatus> {
    return this.status.read();
  }
}
