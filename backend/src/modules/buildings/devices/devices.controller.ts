import { Controller, Delete, Get, HttpCode, Param, UseGuards } from '@nestjs/common';
import type { Device } from '../../../contract/devices.js';
import type { Page } from '../../../contract/http.js';
import { IdParam } from '../../../platform/input/fields.js';
import { CanWait } from '../../../platform/load/node-load.js';
import { AccessGuard } from '../../auth/access.guard.js';
import { CurrentActor, type Actor } from '../../auth/actor.js';
import { DevicesService } from './devices.service.js';

@Controller('devices')
@UseGuards(AccessGuard)
export class DevicesController {
  constructor(private readonly devices: DevicesService) {}

  @Get()
  @CanWait('read')
  list(@CurrentActor() actor: Actor): Promise<Page<Device>> {
    return this.devices.list(actor.userId);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @Param() { id }: IdParam): Promise<void> {
    return this.devices.remove(actor.userId, id);
  }
}
