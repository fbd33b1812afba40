import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Counter } from 'prom-client';
import { ERRORS, type ErrorBody, type ErrorCode } from '../../contract/errors.js';
import { errorBody } from '../errors/app-error.js';
import type { Logger } from '../logging.js';
import type { Metrics } from '../metrics.js';

/** Turns every error into an HTTP response. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  /** The error code of a route that has one of its own for every failure. */
  protected readonly outageCode: ErrorCode | undefined;

  private readonly errors: Counter<'code' | 'way'>;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.errors = metrics.errorCounter();
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const requestId = String(response.locals['requestId'] ?? '');
    const body = errorBody(error, requestId, this.outageCode);
    const { status } = ERRORS[body.code];
    const line = { requestId, code: body.code, path: loggedPath(http.getRequest<Request>().path) };
    // A node that is behind refuses thousands, and has logged why.
    const isBusy = BUSY.has(body.code);
    const isFault = status >= 500 && !isBusy;
    this.errors.inc({ code: body.code, way: 'http' });
    if (isFault) this.logger.error({ ...line, err: error }, 'request failed');
    else this.logger.info(line, 'request refused');
    const mayRetry = isBusy || body.retryInMs !== undefined;
    if (mayRetry && !response.headersSent) response.setHeader('Retry-After', retryAfterS(body));
    if (response.headersSent) response.destroy();
    else response.status(status).json({ error: body });
  }
}

/**
 * Hides secrets, also in a mistyped address: with a handover's token anybody reads the sheet, and with the
 * id of a gate's session anybody founds a building.
 */
const loggedPath = (path: string): string =>
  path.replace(/(\/handover\/).+/i, '$1:token').replace(/(\/gate\/+sessions\/).+/i, '$1:sessionId');

const BUSY = new Set<ErrorCode>(['system.busy', 'alarm.busy']);

/** Without a time: by then a peak is over, and not all callers come back at once. */
const retryAfterS = ({ retryInMs }: ErrorBody): number =>
  retryInMs === undefined ? 1 + Math.floor(3 * Math.random()) : Math.ceil(retryInMs / 1_000);
