import { Body, Controller, Delete, Get, HttpCode, Ip, Post, UseGuards } from '@nestjs/common';
import type {
  CreatedRecoveryCodes,
  SecondFactorSetUp,
  SecondFactorStatus,
} from '../../contract/http.js';
import { COUNTS } from '../../contract/limits.js';
import { RULES } from '../../contract/text-rules.js';
import { TextField } from '../../platform/input.js';
import { AttemptLimits, OWN_PASSWORD_LIMIT } from '../../platform/limits/attempt-limits.js';
import { Limited, limitOf, REQUEST_LIMIT } from '../../platform/limits/person-limits.js';
import { AccessGuard } from './access.guard.js';
import { CurrentActor, type Actor } from './actor.js';
import { resetLinkUses, secondFactorUses } from './attempt-uses.js';
import { PasswordService } from './passwords/password.service.js';
import { TypedCode } from './second-factor/codes.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';

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

/** Each request is an entry in the audit log. */
const RESET_REQUESTS = limitOf('reset request', COUNTS.resetRequests, {
  windowS: 24 * 60 * 60,
  code: 'reset_link.too_many',
  atOnce: REQUEST_LIMIT.atOnce,
});

@Controller('auth')
export class PasswordController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly limits: AttemptLimits,
  ) {}

  /** Sets a new password by a reset link. It ends all sign-ins of the user and signs nobody in. */
  @Post('reset')
  @HttpCode(204)
  reset(@Body() { token, password }: ResetPassword, @Ip() address: string): Promise<void> {
    return this.limits.guard(resetLinkUses(address), () => this.passwords.reset(token, password));
  }

  /** Lets a manager make one reset link for the caller within 24 hours. */
  @Post('reset-request')
  @Limited(RESET_REQUESTS)
  @HttpCode(204)
  @UseGuards(AccessGuard)
  request(@CurrentActor() { userId }: Actor): Promise<void> {
    return this.passwords.requestLink(userId);
  }

  /** Deletes the open reset link to the caller's account. */
  @Delete('reset-link')
  @HttpCode(204)
  @UseGuards(AccessGuard)
  withdraw(@CurrentActor() { userId }: Actor): Promise<void> {
    return this.passwords.withdrawLink(userId);
  }

  /** Changes the password. It ends all other sign-ins of the user. */
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

class SetUp {
  @TextField(RULES.account.password)
  password: string;
}

/** The signed-in user's own two-step sign-in. */
@Controller('auth/second-factor')
@UseGuards(AccessGuard)
export class SecondFactorController {
  constructor(
    private readonly secondFactor: SecondFactorService,
    private readonly limits: AttemptLimits,
  ) {}

  /** Says since when two-step sign-in is on, and how many recovery codes are left. */
  @Get()
  status(@CurrentActor() actor: Actor): Promise<SecondFactorStatus> {
    return this.secondFactor.status(actor);
  }

  /** Makes the secret of an authenticator app. Two-step sign-in is still off after that. */
  @Post('set-up')
  @HttpCode(200)
  setUp(@CurrentActor() actor: Actor, @Body() { password }: SetUp): Promise<SecondFactorSetUp> {
    const uses = [{ limit: OWN_PASSWORD_LIMIT, by: [actor.userId] }];
    return this.limits.guard(uses, () => this.secondFactor.setUp(actor, password));
  }

  /** Turns two-step sign-in on by the app's first code, and gives the recovery codes, once. */
  @Post('turn-on')
  @HttpCode(200)
  turnOn(@CurrentActor() actor: Actor, @Body() body: TypedCode): Promise<CreatedRecoveryCodes> {
    return this.guard(actor, body, (code) => this.secondFactor.turnOn(actor, code));
  }

  /** Turns two-step sign-in off. */
  @Post('turn-off')
  @HttpCode(204)
  turnOff(@CurrentActor() actor: Actor, @Body() body: TypedCode): Promise<void> {
    return this.guard(actor, body, (code) => this.secondFactor.turnOff(actor, code));
  }

  /** Confirms the present sign-in with a code, for ten minutes. */
  @Post('confirm')
  @HttpCode(204)
  confirm(@CurrentActor() actor: Actor, @Body() body: TypedCode): Promise<void> {
    return this.guard(actor, body, (code) => this.secondFactor.confirm(actor, code));
  }

  private guard<T>(
    { userId, sessionId }: Actor,
    { code }: TypedCode,
    attempt: (code: string) => Promise<T>,
  ): Promise<T> {
    return this.limits.guard(secondFactorUses(userId, code, sessionId), () => attempt(code));
  }
}
