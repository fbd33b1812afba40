import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import type { CreatedResetLink } from '../../contract/http.js';
import { RULES } from '../../contract/text-rules.js';
import { TextField } from '../../platform/input/fields.js';
import { AccessGuard, AdminGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { ResetLinksService } from '../auth/passwords/reset-links.service.js';
import { ConfirmationService } from '../auth/second-factor/confirmation.service.js';

class MakeResetLink {
  @TextField(RULES.account.email)
  email: string;
}

@Controller('admin/reset-links')
@UseGuards(AccessGuard, AdminGuard)
export class ResetLinksController {
  constructor(
    private readonly resetLinks: ResetLinksService,
    private readonly confirmation: ConfirmationService,
  ) {}

  @Post()
  async make(
    @CurrentActor() actor: Actor,
    @Body() { email }: MakeResetLink,
  ): Promise<CreatedResetLink> {
    await this.confirmation.requireRecent(actor);
    return this.resetLinks.create({ email: email.toLowerCase() }, actor.userId);
  }
}
