import { randomUUID } from 'node:crypto';
import { CallHandler, ExecutionContext, Inject, Injectable, NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { catchError, finalize, map, of, type Observable } from 'rxjs';
import { ERRORS } from '../../contract/errors.js';
import type { Ack } from '../../contract/events.js';
import { Drain } from '../drain.js';
import { errorBody } from '../errors/error-result.js';
import type { Logger } from '../logging.js';
import { LOGGER } from '../tokens.js';
import { OutageCode } from './outage-code.js';

/**
 * Answers every socket event through its acknowledgement. Nest alone sends nothing for a handler
 * that throws or returns undefined, and the client would wait for nothing.
 */
@Injectable()
export class AckInterceptor implements NestInterceptor<object | undefined, Ack> {
  constructor(
    private readonly drain: Drain,
    private readonly reflector: Reflector,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<object | undefined>): Observable<Ack> {
    const done = this.drain.begin();
    const outageCode = this.reflector.get(OutageCode, context.getHandler());
    return next.handle().pipe(
      finalize(done),
      map((result) => ({ ok: true as const, ...result })),
      catchError((error: unknown) => {
        const body = errorBody(error, randomUUID(), outageCode);
        const line = {
          requestId: body.requestId,
          code: body.code,
          event: context.switchToWs().getPattern(),
        };
        if (ERRORS[body.code].status >= 500) {
          this.logger.error({ ...line, err: error }, 'event failed');
        } else this.logger.info(line, 'event refused');
        return of({ ok: false as const, error: body });
      }),
    );
  }
}
