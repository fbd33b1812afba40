import { Controller, Get, Ip, Param, Post, UseGuards } from '@nestjs/common';
import type { CreatedHandover, HandoverSheet } from '../../contract/handover.js';
import { AppError } from '../../platform/errors/app-error.js';
import { AttemptLimits, attemptLimit, byNetwork } from '../../platform/limits/attempt-limits.js';
import { networkOf } from '../../platform/limits/network-of.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { AlarmRef, HandoverRef } from './alarms.dto.js';
import { HandoverService } from './handover.service.js';

const WRONG_TOKENS = attemptLimit('handover', 20);
/** Fifty open pages of one sheet at one address, each of which asks every ten seconds. */
const READS = attemptLimit('handover.read', 300, 'refuse', 60);

@Controller()
export class HandoverController {
  constructor(
    private readonly handover: HandoverService,
    private readonly limits: AttemptLimits,
  ) {}

  /** Makes the link of the sheet for the rescue service, which is good while the alarm goes on. */
  @Post('alarms/:alarmId/handover')
  @UseGuards(AccessGuard)
  create(@CurrentActor() actor: Actor, @Param() { alarmId }: AlarmRef): Promise<CreatedHandover> {
    return this.handover.create(actor, alarmId);
  }

  /**
   * Returns the sheet for the rescue service. Wrong tokens delay only each other. A token of an ended
   * alarm is none of them, because its page may still be open. Its reads take none from another sheet.
   */
  @Get('handover/:token')
  async read(@Param() { token }: HandoverRef, @Ip() address: string): Promise<HandoverSheet> {
    const alarmId = this.handover.alarmOf(token);
    if (alarmId) {
      const uses = [{ limit: READS, by: [networkOf(address), alarmId] }];
      return this.limits.guard(
        uses,
        () => this.handover.open(alarmId),
        () => true,
      );
    }
    return this.limits.guard(
      [byNetwork(WRONG_TOKENS, address)],
      () => Promise.reject(new AppError('handover.over')),
      () => true,
    );
  }
}
