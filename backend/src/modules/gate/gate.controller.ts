import { Body, Controller, Get, HttpCode, Inject, Ip, Param, Post } from '@nestjs/common';
import { IsString, IsUUID } from 'class-validator';
import type { Config } from '../../platform/config.js';
import { FailureLimiter } from '../../platform/failure-limiter.js';
import { CONFIG } from '../../platform/tokens.js';
import { GateService } from './gate.service.js';

class ValidateCode {
  /** A malformed code gets the same response as a wrong one, so only the type is checked here. */
  @IsString()
  code: string;

  @IsUUID(4)
  sessionId: string;
}

const WRONG_CODES = 10;
const WINDOW_MS = 15 * 60_000;

@Controller('gate')
export class GateController {
  private readonly limiter: FailureLimiter;

  constructor(
    private readonly gate: GateService,
    @Inject(CONFIG) config: Config,
  ) {
    this.limiter = new FailureLimiter({
      on: config.rateLimits,
      failures: WRONG_CODES,
      windowMs: WINDOW_MS,
    });
  }

  @Post('validate-code')
  @HttpCode(200)
  async validateCode(
    @Body() { code, sessionId }: ValidateCode,
    @Ip() address: string,
  ): Promise<{ success: boolean }> {
    if (await this.limiter.isBlocked(address)) return { success: false };
    const success = await this.gate.validateCode(code.toUpperCase(), sessionId);
    if (!success) await this.limiter.countFailure(address);
    return { success };
  }

  @Get('sessions/:sessionId')
  session(@Param('sessionId') sessionId: string): Promise<{ lastUsedAt: string }> {
    return this.gate.findLiveSession(sessionId);
  }
}
