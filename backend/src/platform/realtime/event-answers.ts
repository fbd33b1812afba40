import { randomUUID } from 'node:crypto';
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ERRORS, type ErrorCode } from '../../contract/errors.js';
import type { Ack } from '../../contract/events.js';
import { Drain } from '../drain.js';
import { errorBody } from '../errors/app-error.js';
import type { Limit } from '../limits/person-limits.js';
import { PersonSlots } from '../limits/slots.js';
import type { Logger } from '../logging.js';
import { LOGGER } from '../tokens.js';

/** The code of an event's acknowledgement while the database is away. */
export const OutageCode = Reflector.createDecorator<ErrorCode>();

/** A method of a gateway, with the metadata of its decorators; Nest gives it this type. */
type Handler = ReturnType<ExecutionContext['getHandler']>;

export interface EventRequest {
  event: string;
  handler: Handler;
  userId: string;
  /** The limit of its own that the event has. */
  limit: Limit | undefined;
}

/** Turns the work of a socket event into the acknowledgement that its sender waits for. */
@Injectable()
export class EventAnswers {
  constructor(
    private readonly drain: Drain,
    private readonly reflector: Reflector,
    private readonly slots: PersonSlots,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never rejects. Waits for one of the user's slots when the event has a limit of its own. */
  async answer(
    { event, handler, userId, limit }: EventRequest,
    work: () => Promise<object | undefined | void>,
  ): Promise<Ack> {
    const done = this.drain.begin();
    try {
      const release = limit && (await this.slots.take(limit, userId));
      try {
        return { ok: true, ...(await work()) };
      } finally {
        release?.();
      }
    } catch (error) {
      return { ok: false, error: this.refusal(error, event, handler) };
    } finally {
      done();
    }
  }

  private refusal(error: unknown, event: string, handler: Handler) {
    const body = errorBody(error, randomUUID(), this.reflector.get(OutageCode, handler));
    const line = { requestId: body.requestId, code: body.code, event };
    if (ERRORS[body.code].status >= 500) {
      this.logger.error({ ...line, err: error }, 'event failed');
    } else this.logger.info(line, 'event refused');
    return body;
  }
}
