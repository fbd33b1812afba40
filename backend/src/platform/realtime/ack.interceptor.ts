import { randomUUID } from 'node:crypto';
import { CallHandler, ExecutionContext, Inject, Injectable, NestInterceptor } from '@nestjs/common';
import { catchError, finalize, map, of, type Observable } from 'rxjs';
import { ERRORS } from '../../contract/errors.js';
import type { Ack } from '../../contract/events.js';
import { Drain } from '../drain.js';
import { errorBody } from '../errors/error-result.js';
import type { Logger } from '../logging.js';
import { LOGGER } from '../tokens.js';

/**
 * Answers every socket event through its acknowledgement. Nest alone sends nothing for a handler
 * that throws or returns undefined, and a client that waits would believe the worst or the best.
 */
@Injectable()
export class AckInterceptor implements NestInterceptor<object | undefined, Ack> {
  constructor(
    private readonly drain: Drain,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<object | undefined>): Observable<Ack> {
    const done = this.drain.begin();
    return next.handle().pipe(
      finalize(done),
      map((answer) => ({ ok: true as const, ...answer })),
      catchError((error: unknown) => {
        const body = errorBody(error, randomUUID());
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
