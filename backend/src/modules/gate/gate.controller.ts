import { Body, Controller, Get, HttpCode, Ip, Param, Post } from '@nestjs/common';
import { IsString, IsUUID } from 'class-validator';
import { AppError } from '../../platform/errors/app-error.js';
import { AttemptLimits, attemptLimit, byNetwork } from '../../platform/limits/attempt-limits.js';
import { GateService } from './gate.service.js';

class ValidateCode {
  /** A malformed code gets the same response as a wrong one, so only the type is checked here. */
  @IsString()
  code: string;

  @IsUUID(4)
  sessionId: string;
}

/** A building shares one address; a guesser there finds one of 100 codes in 5,000 years or more. */
const WRONG_CODES = attemptLimit('gate', 60, 'refuse');

@Controller('gate')
export class GateController {
  constructor(
    private readonly gate: GateService,
    private readonly limits: AttemptLimits,
  ) {}

  /**
   * Opens a session of 24 hours by an invitation code. A malformed code and too many attempts are
   * `success: false` as well.
   */
  @Post('validate-code')
  @HttpCode(200)
  async validateCode(
    @Body() { code, sessionId }: ValidateCode,
    @Ip() address: string,
  ): Promise<{ success: boolean }> {
    const success = await this.limits
      .guard(
        [byNetwork(WRONG_CODES, address)],
        () => this.gate.validateCode(code.toUpperCase(), sessionId),
        (isRight) => isRight === false,
      )
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'auth.too_many_attempts') return false;
        throw error;
      });
    return { success };
  }

  /** Says when a session of the gate was last used. Only a live one is found. */
  @Get('sessions/:sessionId')
  session(@Param('sessionId') sessionId: string): Promise<{ lastUsedAt: string }> {
    return this.gate.findLiveSession(sessionId);
  }
}
