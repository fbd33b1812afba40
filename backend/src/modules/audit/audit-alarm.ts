import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '../../platform/logging.js';
import { Metrics } from '../../platform/metrics.js';
import { LOGGER } from '../../platform/tokens.js';
import type { Break } from './chain.js';

/** Tells operators that the audit log is not whole: by a log line at `error` and by a metric. */
@Injectable()
export class AuditAlarm {
  constructor(
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns an error for the caller to throw, or to ignore */
  raise({ seq, what }: Break): Error {
    this.logger.error({ seq, what }, 'audit log is not whole');
    this.metrics.auditBroken.set(1);
    return new Error(`the audit log is not whole: ${what} at row ${seq}`);
  }

  /** Ends the alarm, after all of the log was verified. */
  clear(): void {
    this.metrics.auditBroken.set(0);
  }
}
