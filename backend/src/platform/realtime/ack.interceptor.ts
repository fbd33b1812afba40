import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Ack } from '../../contract/events.js';
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
  constructor(private readonly answers: EventAnswers) {}

  intercept(context: ExecutionContext, next: CallHandler<object | undefined>): Observable<Ack> {
    const message = context.switchToWs();
    const { userId } = message.getClient<Client>().data.actor;
    const request = { event: message.getPattern(), handler: context.getHandler(), userId };
    return from(this.answers.answer(request, () => lastValueFrom(next.handle())));
  }
}
