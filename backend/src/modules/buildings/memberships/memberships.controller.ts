import { Body, Controller, Delete, HttpCode, Param, Patch, UseGuards } from '@nestjs/common';
import type { Membership } from '../../../contract/http.js';
import { IdParam } from '../../../platform/input/fields.js';
import { AccessGuard } from '../../auth/access.guard.js';
import { CurrentActor, type Actor } from '../../auth/actor.js';
import { ChangeOwnMembership } from '../buildings.dto.js';
import { HomesService } from './homes/homes.service.js';
import { OwnMembershipsService } from './own-memberships.service.js';

@Controller('memberships')
@UseGuards(AccessGuard)
export class MembershipsController {
  constructor(
    private readonly homes: HomesService,
    private readonly memberships: OwnMembershipsService,
  ) {}

  @Patch(':id')
  change(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Body() body: ChangeOwnMembership,
  ): Promise<Membership> {
    return this.homes.change(actor.userId, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  leave(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<void> {
    return this.memberships.leave(actor.userId, id);
  }
}
