import { Body, Controller, HttpCode, Inject, Ip, Post, UseGuards } from '@nestjs/common';
import type { InvitationView, Membership } from '../../../contract/http.js';
import type { Config } from '../../../platform/config.js';
import { FailureLimiter } from '../../../platform/failure-limiter.js';
import { CONFIG } from '../../../platform/tokens.js';
import { AccessGuard } from '../../auth/access.guard.js';
import { CurrentActor, type Actor } from '../../auth/actor.js';
import { AcceptInvitation, LookUpInvitation } from '../buildings.dto.js';
import { AcceptanceService } from './acceptance.service.js';

const WRONG_TOKENS = 20;
const WINDOW_MS = 15 * 60_000;

@Controller('invitations')
export class InvitationsController {
  private readonly limiter: FailureLimiter;

  constructor(
    private readonly acceptance: AcceptanceService,
    @Inject(CONFIG) config: Config,
  ) {
    this.limiter = new FailureLimiter({
      on: config.rateLimits,
      failures: WRONG_TOKENS,
      windowMs: WINDOW_MS,
    });
  }

  @Post('look-up')
  @HttpCode(200)
  lookUp(@Body() { token }: LookUpInvitation, @Ip() address: string): Promise<InvitationView> {
    return this.limiter.guard(address, () => this.acceptance.lookUp(token));
  }

  @Post('accept')
  @UseGuards(AccessGuard)
  accept(
    @CurrentActor() actor: Actor,
    @Body() { token, ...home }: AcceptInvitation,
    @Ip() address: string,
  ): Promise<Membership> {
    const person = { userId: actor.userId, ...home };
    return this.limiter.guard(address, () => this.acceptance.accept(token, person));
  }
}
