import { Catch, Inject, Injectable } from '@nestjs/common';
import { ErrorFilter } from '../../platform/http/error.filter.js';
import type { Logger } from '../../platform/logging.js';
import { LOGGER } from '../../platform/tokens.js';

/**
 * An outage anywhere on a press's way, even while the sign-in is checked, means that the alarm was
 * not saved: the answer tells the sender to ring 112.
 */
@Catch()
@Injectable()
export class AlarmOutageFilter extends ErrorFilter {
  protected override readonly outageCode = 'alarm.not_kept';

  constructor(@Inject(LOGGER) logger: Logger) {
    super(logger);
  }
}
