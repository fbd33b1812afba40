import { Body, Controller, HttpCode, Ip, Post, UseGuards } from '@nestjs/common';
import type { InvitationView, Membership } from '../../../contract/http.js';
import { isTypedCode } from '../../../contract/pasted-fields.js';
import { type AppError, codeOf } from '../../../platform/errors/app-error.js';
import { AttemptLimits, attemptLimit, byNetwork } from '../../../platform/limits/attempt-limits.js';
import { networkOf } from '../../../platform/limits/network-of.js';
import { PersonSlots } from '../../../platform/limits/slots.js';
import { AccessGuard } from '../../auth/access.guard.js';
import { CurrentActor, type Actor } from '../../auth/actor.js';
import { AcceptInvitation, LookUpInvitation } from '../buildings.dto.js';
import { JoiningService } from './joining.service.js';

/** The short code of a poster or a letter can be tried out, so a right one is delayed as well. */
const WRONG_CODES = attemptLimit('invitation', 20);
/** Nobody can guess the token of a link, so wrong ones delay only each other. */
const WRONG_TOKENS = attemptLimit('invitation.token', 20);
/** A token is looked up before it counts, so an address has few look-ups at once, and the others wait. */
const LOOK_UPS = { name: 'invitation.token', atOnce: 2 };

@Controller('invitations')
export class InvitationsController {
  constructor(
    private readonly joining: JoiningService,
    private readonly limits: AttemptLimits,
    private readonly slots: PersonSlots,
  ) {}

  /**
   * Says what an invitation is for. A right link is never delayed: whoever tries wrong ones may have the
   * address of the whole building.
   */
  @Post('look-up')
  @HttpCode(200)
  async lookUp(
    @Body() { token }: LookUpInvitation,
    @Ip() address: string,
  ): Promise<InvitationView> {
    const lookUp = () => this.joining.lookUp(token);
    if (isTypedCode(token)) return this.limits.guard([byNetwork(WRONG_CODES, address)], lookUp);
    const release = await this.slots.take(LOOK_UPS, networkOf(address));
    try {
      return await lookUp().finally(release);
    } catch (error) {
      if (codeOf(error) !== 'invitation.not_found') throw error;
      return this.limits.guard([byNetwork(WRONG_TOKENS, address)], () =>
        Promise.reject(error as AppError),
      );
    }
  }

  /**
   * Makes the caller a member, or a resident a manager, by an invitation. Wrong links delay the caller
   * alone.
   */
  @Post('accept')
  @UseGuards(AccessGuard)
  accept(
    @CurrentActor() actor: Actor,
    @Body() { token, ...home }: AcceptInvitation,
    @Ip() address: string,
  ): Promise<Membership> {
    const person = { userId: actor.userId, ...home };
    const use = isTypedCode(token)
      ? byNetwork(WRONG_CODES, address)
      : { limit: WRONG_TOKENS, by: [actor.userId] };
    return this.limits.guard([use], () => this.joining.accept(token, person));
  }
}
