import { Body, Controller, Delete, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { Matches } from 'class-validator';
import type { AccessCode } from '../../contract/http.js';
import { CODE_PATTERN } from '../../contract/limits.js';
import { RULES } from '../../contract/text-rules.js';
import { IdParam, TextField } from '../../platform/input/fields.js';
import { CanWait } from '../../platform/load/node-load.js';
import { AccessGuard, AdminGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { ConfirmationService } from '../auth/second-factor/confirmation.service.js';
import { AccessCodesService } from '../gate/access-codes.service.js';

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

@Controller('admin/codes')
@UseGuards(AccessGuard, AdminGuard)
export class CodesController {
  constructor(
    private readonly codes: AccessCodesService,
    private readonly confirmation: ConfirmationService,
  ) {}

  @Get()
  @CanWait('read')
  list(): Promise<AccessCode[]> {
    return this.codes.list();
  }

  @Post('generate')
  @HttpCode(200)
  generate(): { code: string } {
    return { code: this.codes.generate() };
  }

  @Post()
  async create(@CurrentActor() actor: Actor, @Body() body: CreateCode): Promise<AccessCode> {
    await this.confirmation.requireRecent(actor);
    return this.codes.create(body, actor.userId);
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<void> {
    await this.confirmation.requireRecent(actor);
    await this.codes.remove(id, actor.userId);
  }
}
