import { Catch, Inject, Injectable, type ArgumentsHost } from '@nestjs/common';
import { AppError } from '../../platform/errors/app-error.js';
import { isOutage } from '../../platform/database/outage.js';
import { ErrorFilter } from '../../platform/http/error.filter.js';
import type { Logger } from '../../platform/logging.js';
import { LOGGER } from '../../platform/tokens.js';

/** Wherever on its way a press meets an outage, even at the sign-in's check, the answer is to ring 112. */
@Catch()
@Injectable()
export class NotKeptFilter extends ErrorFilter {
  constructor(@Inject(LOGGER) logger: Logger) {
    super(logger);
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    super.catch(isOutage(error) ? new AppError('alarm.not_kept') : error, host);
  }
}
