import { Body, Controller, Get, Param, Patch, UseGuards } from '@nestjs/common';
import type { ListedHome, Page } from '../../../contract/http.js';
import { IdParam } from '../../../platform/input.js';
import { CanWait } from '../../../platform/load/node-load.js';
import { AccessGuard } from '../../auth/access.guard.js';
import { CurrentActor, type Actor } from '../../auth/actor.js';
import { ChangeHomes } from '../buildings.dto.js';
import { HomesService } from './homes.service.js';

@Controller('buildings/:id/homes')
@UseGuards(AccessGuard)
export class HomesController {
  constructor(private readonly homes: HomesService) {}

  /** Lists the homes of a building. */
  @Get()
  @CanWait('read')
  list(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<Page<ListedHome>> {
    return this.homes.list(actor, id);
  }

  /**
   * Adds homes to a building's list, or removes them. A change that cannot be made whole changes
   * nothing.
   */
  @Patch()
  change(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParam,
    @Body() body: ChangeHomes,
  ): Promise<Page<ListedHome>> {
    return this.homes.change(actor, id, body);
  }
}
