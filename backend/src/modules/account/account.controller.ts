import { Body, Controller, Get, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import type { Me } from '../../contract/http.js';
import { RULES } from '../../contract/text-rules.js';
import type { Config } from '../../platform/config.js';
import { TextField } from '../../platform/input.js';
import { CONFIG } from '../../platform/tokens.js';
import { AttemptLimits, OWN_PASSWORD_LIMIT } from '../../platform/limits/attempt-limits.js';
import { CanWait } from '../../platform/load/node-load.js';
import { OwnAccountService } from './own-account.service.js';
import { AccountsService } from '../auth/accounts.service.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { ConfirmationService } from '../auth/second-factor/confirmation.service.js';
import { ReportsService } from '../exercises/reports.service.js';
import { BuildingsService } from '../buildings/buildings.service.js';
import { OwnMembershipsService } from '../buildings/memberships/own-memberships.service.js';

class ConfirmWithPassword {
  @TextField(RULES.account.password)
  password: string;
}

/** The signed-in user's own account. */
@Controller('auth')
@UseGuards(AccessGuard)
export class AccountController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly memberships: OwnMembershipsService,
    private readonly buildings: BuildingsService,
    private readonly account: OwnAccountService,
    private readonly accounts: AccountsService,
    private readonly confirmation: ConfirmationService,
    private readonly limits: AttemptLimits,
    private readonly reports: ReportsService,
  ) {}

  /** Returns the user, their memberships and what they have to do next. */
  @Get('me')
  async me(@CurrentActor() actor: Actor): Promise<Me> {
    const { userId, email, roles } = actor;
    const resetLink = await this.account.openResetLink(userId);
    const news = await this.reports.newsFor(userId);
    const isMissing = await this.confirmation.isMissing(actor);
    return {
      user: { id: userId, email, roles },
      memberships: (await this.memberships.list(userId)).map((one) => ({
        ...one,
        ...news.get(one.id),
      })),
      ...(resetLink && { resetLink }),
      demo: this.config.demo && (await this.buildings.findOpenDemo()) !== undefined,
      ...(isMissing && { secondFactorMissing: true }),
      ...((await this.accounts.haveTextsChanged(userId)) && { textsChanged: true }),
    };
  }

  /** Records that the user has seen that the terms or the privacy policy have changed. */
  @Post('me/texts-read')
  @HttpCode(204)
  readTexts(@CurrentActor() { userId }: Actor): Promise<void> {
    return this.accounts.recordTextsRead(userId);
  }

  /** Returns everything that is saved about the user. The password confirms it. */
  @Post('me/export')
  @CanWait('read')
  @HttpCode(200)
  export(
    @CurrentActor() actor: Actor,
    @Body() { password }: ConfirmWithPassword,
  ): Promise<Record<string, unknown>> {
    return this.confirmed(actor, () => this.account.export(actor, password));
  }

  /** Closes the account. It signs the user out everywhere, ends the memberships and erases the data. */
  @Post('me/close')
  @HttpCode(204)
  close(@CurrentActor() actor: Actor, @Body() { password }: ConfirmWithPassword): Promise<void> {
    return this.confirmed(actor, () => this.account.close(actor, password));
  }

  private confirmed<T>({ userId }: Actor, act: () => Promise<T>): Promise<T> {
    return this.limits.guard([{ limit: OWN_PASSWORD_LIMIT, by: [userId] }], act);
  }
}
