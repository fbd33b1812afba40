import { Body, Controller, Delete, HttpCode, Ip, Post, UseGuards } from '@nestjs/common';
import { RULES } from '../../../contract/text-rules.js';
import { TextField } from '../../../platform/input/fields.js';
import { AttemptLimits, OWN_PASSWORD_LIMIT } from '../../../platform/limits/attempt-limits.js';
import { AccessGuard } from '../access.guard.js';
import { CurrentActor, type Actor } from '../actor.js';
import { resetLinkUses } from '../attempt-uses.js';
import { PasswordService } from './password.service.js';
import { ResetLinksService } from './reset-links.service.js';

class ResetPassword {
  @TextField(RULES.resetLink.token)
  token: string;

  @TextField(RULES.account.password)
  password: string;
}

class ChangePassword {
  @TextField(RULES.account.password)
  current: string;

  @TextField(RULES.account.password)
  password: string;
}

@Controller('auth')
export class PasswordController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly resetLinks: ResetLinksService,
    private readonly limits: AttemptLimits,
  ) {}

  @Post('reset')
  @HttpCode(204)
  reset(@Body() { token, password }: ResetPassword, @Ip() address: string): Promise<void> {
    return this.limits.guard(resetLinkUses(address), () => this.passwords.reset(token, password));
  }

  @Post('reset-request')
  @HttpCode(204)
  @UseGuards(AccessGuard)
  request(@CurrentActor() { userId }: Actor): Promise<void> {
    return this.resetLinks.request(userId);
  }

  @Delete('reset-link')
  @HttpCode(204)
  @UseGuards(AccessGuard)
  withdraw(@CurrentActor() { userId }: Actor): Promise<void> {
    return this.resetLinks.withdraw(userId);
  }

  @Post('password')
  @HttpCode(204)
  @UseGuards(AccessGuard)
  change(
    @CurrentActor() actor: Actor,
    @Body() { current, password }: ChangePassword,
  ): Promise<void> {
    const uses = [{ limit: OWN_PASSWORD_LIMIT, by: [actor.userId] }];
    return this.limits.guard(uses, () => this.passwords.change(actor, current, password));
  }
}
