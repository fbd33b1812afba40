import { Body, Controller, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import { IsString, Matches, MaxLength } from 'class-validator';
import { INVALID_FIELD } from '../../../contract/check-text.js';
import { Limited, limitOf } from '../../../platform/limits/person-limits.js';
import { CanWait } from '../../../platform/load/node-load.js';
import type { Logger } from '../../../platform/logging.js';
import { LOGGER } from '../../../platform/tokens.js';
import { AccessGuard } from '../../auth/access.guard.js';

/** A tab that breaks at every attempt reports only its first failure, so this is plenty. */
const PAGE_ERRORS = limitOf('page error', 6, { windowS: 3_600 });

/** Holds no message and no address, because both may contain a person's text. */
export class PageError {
  /** "TypeError" */
  @Matches(/^\w{0,40}$/, { message: INVALID_FIELD })
  name: string;

  /** "alarm-B2x_9.js:1:2345", up to three places in the pages' own code */
  @Matches(/^([\w-]+\.js:\d+:\d+( |$))*$/, { message: INVALID_FIELD })
  @MaxLength(200)
  at: string;

  @IsString()
  @MaxLength(40)
  @Matches(/^[\w.-]*$/, { message: INVALID_FIELD })
  build: string;
}

@Controller('devices/page-errors')
@UseGuards(AccessGuard)
export class PageErrorsController {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Writes a failure of the caller's page to the log. */
  @Post()
  @CanWait('read')
  @Limited(PAGE_ERRORS)
  @HttpCode(204)
  report(@Body() { name, at, build }: PageError): void {
    this.logger.warn({ name, at, build }, 'the alarm area of a page broke');
  }
}
