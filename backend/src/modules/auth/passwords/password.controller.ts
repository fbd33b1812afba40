import { Body, Controller, HttpCode, Inject, Ip, Post, UseGuards } from '@nestjs/common';
import { RULES } from '../../../contract/limits.js';
import type { Config } from '../../../platform/config.js';
import { FailureLimiter, SIGN_IN_FAILURES } from '../../../platform/failure-limiter.js';
import { TextField } from '../../../platform/input/text-field.js';
import { CONFIG } from '../../../platform/tokens.js';
import { AccessGuard } from '../access.guard.js';
import { CurrentActor, type Actor } from '../actor.js';
import { PasswordService } from './password.service.js';

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
  private readonly limiter: FailureLimiter;

  constructor(
    private readonly passwords: PasswordService,
    @Inject(CONFIG) config: Config,
  ) {
    this.limiter = new FailureLimiter({ on: config.rateLimits, ...SIGN_IN_FAILURES });
  }

  @Post('reset')
  @HttpCode(204)
  reset(@Body() { token, password }: ResetPassword, @Ip() address: string): Promise<void> {
    return this.limiter.guard(address, () => this.passwords.reset(token, password));
  }

  @Post('password')
  @HttpCode(204)
  @UseGuards(AccessGuard)
  change(
    @CurrentActor() actor: Actor,
    @Body() { current, password }: ChangePassword,
    @Ip() address: string,
  ): Promise<void> {
    return this.limiter.guard(address, () => this.passwords.change(actor, current, password));
  }
}
