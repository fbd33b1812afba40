import { Body, Controller, HttpCode, Ip, Post, UseGuards } from '@nestjs/common';
import type { InvitationView, Membership } from '../../../contract/http.js';
import {
  AttemptLimits,
  type AttemptLimit,
  type AttemptUse,
} from '../../../platform/limits/attempt-limits.js';
import { networkOf } from '../../../platform/limits/network-of.js';
import { AccessGuard } from '../../auth/access.guard.js';
import { CurrentActor, type Actor } from '../../auth/actor.js';
import { AcceptInvitation, LookUpInvitation } from '../buildings.dto.js';
import { AcceptanceService } from './acceptance.service.js';

const WRONG_TOKENS: AttemptLimit = {
  name: 'invitation',
  count: 20,
  windowS: 15 * 60,
  then: 'delay',
};
const usesOf = (address: string): AttemptUse[] => [
  { limit: WRONG_TOKENS, by: [networkOf(address)] },
];

@Controller('invitations')
export class InvitationsController {
  constructor(
    private readonly acceptance: AcceptanceService,
    private readonly limits: AttemptLimits,
  ) {}

  @Post('look-up')
  @HttpCode(200)
  lookUp(@Body() { token }: LookUpInvitation, @Ip() address: string): Promise<InvitationView> {
    return this.limits.guard(usesOf(address), () => this.acceptance.lookUp(token));
  }

  @Post('accept')
  @UseGuards(AccessGuard)
  accept(
    @CurrentActor() actor: Actor,
    @Body() { token, ...home }: AcceptInvitation,
    @Ip() address: string,
  ): Promise<Membership> {
    const person = { userId: actor.userId, ...home };
    return this.limits.guard(usesOf(address), () => this.acceptance.accept(token, person));
  }
}
