import { Body, Controller, Get, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import type { Me } from '../../contract/http.js';
import { RULES } from '../../contract/limits.js';
import type { Config } from '../../platform/config.js';
import { TextField } from '../../platform/input/text-field.js';
import { CONFIG } from '../../platform/tokens.js';
import { AttemptLimits, OWN_PASSWORD_LIMIT } from '../../platform/limits/attempt-limits.js';
import { AccountService } from './account.service.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { ConfirmationService } from '../auth/second-factor/confirmation.service.js';
import { OwnMembershipsService } from '../buildings/memberships/own-memberships.service.js';

class CloseAccount {
  @TextField(RULES.account.password)
  password: string;
}

/** The signed-in user's own account. */
@Controller('auth')
@UseGuards(AccessGuard)
export class AccountController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly memberships: OwnMembershipsService,
    private readonly account: AccountService,
    private readonly confirmation: ConfirmationService,
    private readonly limits: AttemptLimits,
  ) {}

  @Get('me')
  async me(@CurrentActor() actor: Actor): Promise<Me> {
    const { userId, email, roles } = actor;
    const resetLink = await this.account.openResetLink(userId);
    const isMissing = await this.confirmation.isMissing(actor);
    return {
      user: { id: userId, email, roles },
      memberships: await this.memberships.list(userId),
      ...(resetLink && { resetLink }),
      demo: this.config.demo,
      ...(isMissing && { secondFactorMissing: true }),
    };
  }

  @Get('me/export')
  export(@CurrentActor() actor: Actor): Promise<Record<string, unknown>> {
    return this.account.export(actor);
  }

  @Post('me/close')
  @HttpCode(204)
  close(@CurrentActor() actor: Actor, @Body() { password }: CloseAccount): Promise<void> {
    const uses = [{ limit: OWN_PASSWORD_LIMIT, by: [actor.userId] }];
    return this.limits.guard(uses, () => this.account.close(actor, password));
  }
}
