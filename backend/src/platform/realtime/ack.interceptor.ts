import { randomUUID } from 'node:crypto';
import { CallHandler, ExecutionContext, Inject, Injectable, NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { catchError, finalize, from, map, mergeMap, of, type Observable } from 'rxjs';
import { ERRORS } from '../../contract/errors.js';
import type { Ack } from '../../contract/events.js';
import { Drain } from '../drain.js';
import { errorBody } from '../errors/error-result.js';
import { Limited } from '../limits/limited.js';
import { PersonSlots } from '../limits/person-slots.js';
import type { Logger } from '../logging.js';
import { LOGGER } from '../tokens.js';
import { OutageCode } from './outage-code.js';

interface Client {
  data: { actor: { userId: string } };
}

/**
 * Answers every socket event through its acknowledgement. Nest alone sends nothing for a handler
 * that throws or returns undefined, so the client would wait in vain.
 */
@Injectable()
export class AckInterceptor implements NestInterceptor<object | undefined, Ack> {
  constructor(
    private readonly drain: Drain,
    private readonly reflector: Reflector,
    private readonly slots: PersonSlots,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<object | undefined>): Observable<Ack> {
    const done = this.drain.begin();
    const outageCode = this.reflector.get(OutageCode, context.getHandler());
    return this.inSlot(context, next).pipe(
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

  /** Waits for one of the person's slots when the event has a limit of its own. */
  private inSlot(
    context: ExecutionContext,
    next: CallHandler<object | undefined>,
  ): Observable<object | undefined> {
    const limit = this.reflector.get(Limited, context.getHandler());
    if (!limit) return next.handle();
    const { userId } = context.switchToWs().getClient<Client>().data.actor;
    return from(this.slots.take(limit, userId)).pipe(
      mergeMap((release) => next.handle().pipe(finalize(release))),
    );
  }
}
