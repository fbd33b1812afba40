import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import type { Me } from '../../contract/http.js';
import type { Config } from '../../platform/config.js';
import { CONFIG } from '../../platform/tokens.js';
import { AccessGuard } from '../auth/access.guard.js';
import { CurrentActor, type Actor } from '../auth/actor.js';
import { BuildingsService } from '../buildings/buildings.service.js';

/** A person's own things. */
@Controller('auth')
@UseGuards(AccessGuard)
export class AccountController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly buildings: BuildingsService,
  ) {}

  @Get('me')
  async me(@CurrentActor() { userId, email, roles }: Actor): Promise<Me> {
    return {
      user: { id: userId, email, roles },
      memberships: await this.buildings.membershipsOf(userId),
      demo: this.config.demo,
    };
  }
}
