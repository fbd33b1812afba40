import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';
import type { AdministeredBuilding, CreatedBuilding, Page } from '../../../contract/http.js';
import { RULES } from '../../../contract/text-rules.js';
import { IdParam, IsPageCursor, MayBeMissing, TextField } from '../../../platform/input.js';
import { CanWait } from '../../../platform/load/node-load.js';
import { AccessGuard } from '../../auth/access.guard.js';
import { CurrentActor, type Actor } from '../../auth/actor.js';
import { AdminGuard } from '../../auth/admin.guard.js';
import { AdministrationService } from './administration.service.js';

export class BuildingsQuery {
  @MayBeMissing()
  @IsPageCursor()
  before?: string;

  /** A part of a building's name or address. */
  @TextField(RULES.building.search)
  q?: string;
}

class CreateBuilding {
  @TextField(RULES.building.name)
  name: string;

  @TextField(RULES.building.address)
  address: string;
}

@Controller('admin/buildings')
@UseGuards(AccessGuard, AdminGuard)
export class AdministrationController {
  constructor(private readonly administration: AdministrationService) {}

  /** Lists the open buildings, newest first, 50 at a time. */
  @Get()
  @CanWait('read')
  list(@Query() query: BuildingsQuery): Promise<Page<AdministeredBuilding>> {
    return this.administration.list(query);
  }

  /** Creates a building, with the link for its first manager. */
  @Post()
  create(@CurrentActor() actor: Actor, @Body() body: CreateBuilding): Promise<CreatedBuilding> {
    return this.administration.create(actor, body);
  }

  /** Closes a building. It ends the memberships and invitations. */
  @Delete(':id')
  @HttpCode(204)
  close(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<void> {
    return this.administration.close(actor, id);
  }
}
