import { Body, Controller, Get, HttpCode, Ip, Param, Post } from '@nestjs/common';
import { IsString, IsUUID } from 'class-validator';
import type { Counter } from 'prom-client';
import { AppError } from '../../platform/errors/app-error.js';
import { AttemptLimits, attemptLimit, byNetwork } from '../../platform/limits/attempt-limits.js';
import { Metrics } from '../../platform/metrics.js';
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
/** Each use of a right code may add a session, and a script can use one code with any number of ids. */
const RIGHT_CODES = attemptLimit('gate.right', 10_000, 'refuse', 60 * 60);

@Controller('gate')
export class GateController {
  private readonly failures: Counter<'result'>;

  constructor(
    private readonly gate: GateService,
    private readonly limits: AttemptLimits,
    metrics: Metrics,
  ) {
    this.failures = metrics.counter('resq_gate_codes_total', 'Codes that opened no gate', [
      'result',
    ]);
    // A rate can be told only of a series that was there before its first code.
    for (const result of ['wrong', 'refused']) this.failures.inc({ result }, 0);
  }

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
    const validate = () => this.gate.validateCode(code.toUpperCase(), sessionId);
    const validateRight = () =>
      this.limits.guard([byNetwork(RIGHT_CODES, address)], validate, (isRight) => isRight === true);
    const success = await this.limits
      .guard([byNetwork(WRONG_CODES, address)], validateRight, (isRight) => isRight === false)
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'auth.too_many_attempts') return undefined;
        throw error;
      });
    // Guesses come by the thousand, so none of them is logged.
    if (!success) this.failures.inc({ result: success === false ? 'wrong' : 'refused' });
    return { success: success === true };
  }

  /** Says when a session of the gate was last used. Only a live one is found. */
  @Get('sessions/:sessionId')
  session(@Param('sessionId') sessionId: string): Promise<{ lastUsedAt: string }> {
    return this.gate.findLiveSession(sessionId);
  }
}
