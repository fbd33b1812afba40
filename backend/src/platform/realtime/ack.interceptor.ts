import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Ack } from '../../contract/events.js';
import { Limited } from '../limits/limited.js';
import { EventAnswers } from './event-answers.js';

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
    private readonly answers: EventAnswers,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<object | undefined>): Observable<Ack> {
    const message = context.switchToWs();
    const { userId } = message.getClient<Client>().data.actor;
    const handler = context.getHandler();
    const limit = this.reflector.get(Limited, handler);
    const request = { event: message.getPattern(), handler, userId, limit };
    return from(this.answers.answer(request, () => lastValueFrom(next.handle())));
  }
}
