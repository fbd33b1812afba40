import { Catch, Inject, Injectable } from '@nestjs/common';
import { ErrorFilter } from '../../platform/http/error.filter.js';
import type { Logger } from '../../platform/logging.js';
import { LOGGER } from '../../platform/tokens.js';

/**
 * Answers every failure at any step of a press, even at the sign-in check, with `alarm.not_kept`. Its
 * message tells the sender to ring 112.
 */
@Catch()
@Injectable()
export class AlarmOutageFilter extends ErrorFilter {
  protected override readonly outageCode = 'alarm.not_kept';

  constructor(@Inject(LOGGER) logger: Logger) {
    super(logger);
  }
}
