import { Body, Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import type {
  CreatedRecoveryCodes,
  SecondFactorSetUp,
  SecondFactorStatus,
} from '../../../contract/http.js';
import { RULES } from '../../../contract/text-rules.js';
import { TextField } from '../../../platform/input/fields.js';
import { AttemptLimits, OWN_PASSWORD_LIMIT } from '../../../platform/limits/attempt-limits.js';
import { AccessGuard } from '../access.guard.js';
import { CurrentActor, type Actor } from '../actor.js';
import { secondFactorUses } from '../attempt-uses.js';
import { plainCode, TypedCode } from './codes.js';
import { SecondFactorService } from './second-factor.service.js';

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

  @Get()
  status(@CurrentActor() actor: Actor): Promise<SecondFactorStatus> {
    return this.secondFactor.status(actor);
  }

  @Post('set-up')
  @HttpCode(200)
  setUp(@CurrentActor() actor: Actor, @Body() { password }: SetUp): Promise<SecondFactorSetUp> {
    const uses = [{ limit: OWN_PASSWORD_LIMIT, by: [actor.userId] }];
    return this.limits.guard(uses, () => this.secondFactor.setUp(actor, password));
  }

  @Post('turn-on')
  @HttpCode(200)
  turnOn(@CurrentActor() actor: Actor, @Body() body: TypedCode): Promise<CreatedRecoveryCodes> {
    return this.guard(actor, body, (code) => this.secondFactor.turnOn(actor, code));
  }

  @Post('turn-off')
  @HttpCode(204)
  turnOff(@CurrentActor() actor: Actor, @Body() body: TypedCode): Promise<void> {
    return this.guard(actor, body, (code) => this.secondFactor.turnOff(actor, code));
  }

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
    const plain = plainCode(code);
    return this.limits.guard(secondFactorUses(userId, plain, sessionId), () => attempt(plain));
  }
}
