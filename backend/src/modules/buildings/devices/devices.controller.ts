import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  UseGuards,
} from '@nestjs/common';
import { IsString, Matches, MaxLength } from 'class-validator';
import type { Device } from '../../../contract/devices.js';
import type { Page } from '../../../contract/http.js';
import { IdParam } from '../../../platform/input/fields.js';
import { Limited, type Limit } from '../../../platform/limits/person-limits.js';
import { CanWait } from '../../../platform/load/node-load.js';
import type { Logger } from '../../../platform/logging.js';
import { LOGGER } from '../../../platform/tokens.js';
import { AccessGuard } from '../../auth/access.guard.js';
import { CurrentActor, type Actor } from '../../auth/actor.js';
import { DevicesService } from './devices.service.js';

/** A tab that breaks at every attempt reports only its first failure, so this is plenty. */
const PAGE_ERRORS: Limit = {
  name: 'page error',
  count: 6,
  windowS: 3_600,
  code: 'request.rate_limited',
};

/** Holds no message and no address, because both may contain a person's text. */
export class PageError {
  /** "TypeError" */
  @Matches(/^\w{0,40}$/)
  name: string;

  /** "alarm-B2x_9.js:1:2345", up to three places in the pages' own code */
  @Matches(/^([\w-]+\.js:\d+:\d+( |$))*$/)
  @MaxLength(200)
  at: string;

  @IsString()
  @MaxLength(40)
  @Matches(/^[\w.-]*$/)
  build: string;
}

@Controller('devices')
@UseGuards(AccessGuard)
export class DevicesController {
  constructor(
    private readonly devices: DevicesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

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

  @Post('page-errors')
  @CanWait('read')
  @Limited(PAGE_ERRORS)
  @HttpCode(204)
  reportError(@Body() { name, at, build }: PageError): void {
    this.logger.warn({ name, at, build }, 'the alarm area of a page broke');
  }
}
