import { Inject, Injectable, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { MESSAGE_METADATA } from '@nestjs/websockets/constants.js';
import { eventArrivalOf } from '../../arrivals.js';
import type { Config } from '../../config.js';
import { createValidationPipe } from '../../input/validation.js';
import { CONFIG } from '../../tokens.js';
import { EventAnswers } from '../event-answers.js';
import { QuickCheck } from './quick-check.js';

interface Client {
  data: { actor: { userId: string } };
}

/** Handles a valid payload; `undefined` answers as an empty object does. */
type Handle = (client: Client, payload: unknown, arrivedMs: number) => Promise<object | undefined>;

type Handler = (client: never, payload: never, arrivedMs: never) => Promise<object>;

interface Binding {
  handler: Handler;
  handle: Handle;
  payloadType: Type;
  takesArrival: boolean;
  check: ReturnType<typeof quickCheckOf>;
}

const quickCheckOf = (handler: Handler) => new Reflector().get(QuickCheck, handler);

/**
 * Calls the gateways' event handlers directly: one table for all connections, where Nest builds a
 * chain of observables for every event of every connection. Validation, limits and acknowledgements
 * are the same; a handler takes the socket, the payload and when it arrived.
 */
@Injectable()
export class EventDispatcher {
  private readonly bindings = new Map<string, Binding>();
  private readonly validation = createValidationPipe();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly answers: EventAnswers,
  ) {}

  /** Adds every method of the gateway that has `@SubscribeMessage`. */
  register(gateway: object): void {
    const prototype = Object.getPrototypeOf(gateway) as Record<string, Handler>;
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const handler = prototype[name];
      const event: unknown = handler && Reflect.getMetadata(MESSAGE_METADATA, handler);
      if (!handler || typeof event !== 'string') continue;
      const types = Reflect.getMetadata('design:paramtypes', prototype, name) as Type[];
      const [, payloadType = Object] = types;
      this.bindings.set(event, {
        check: quickCheckOf(handler),
        handler,
        handle: handler.bind(gateway) as unknown as Handle,
        payloadType,
        takesArrival: types.length > 2,
      });
    }
  }

  /** @returns whether the event's handler takes the time of its arrival, which costs a system call */
  takesArrival(event: string): boolean {
    return this.bindings.get(event)?.takesArrival ?? false;
  }

  /** @returns whether the event is so cheap that it need not wait for a turn of the event loop */
  isLight(event: string, [payload]: unknown[]): boolean {
    return this.config.fastPaths && this.bindings.get(event)?.check?.(payload) !== undefined;
  }

  /**
   * @param args what the client sent with the event; the last one may be its acknowledgement
   * @returns false for an unknown event, and for all while the fast paths are off
   */
  dispatch(client: Client, event: string, args: unknown[]): boolean {
    const binding = this.config.fastPaths ? this.bindings.get(event) : undefined;
    if (!binding) return false;
    const last = args.at(-1);
    const acknowledge = typeof last === 'function' ? (last as (ack: object) => void) : undefined;
    const payload = acknowledge ? args.slice(0, -1) : args;
    const given = payload.length > 1 ? payload : payload[0];
    const { check, handler, handle, payloadType } = binding;
    const request = { event, handler, userId: client.data.actor.userId };
    const metadata = { type: 'body', metatype: payloadType } as const;
    void this.answers
      .answer(request, async () => {
        const checked =
          check?.(given) ?? ((await this.validation.transform(given, metadata)) as object);
        return handle(client, checked, eventArrivalOf(given));
      })
      .then((ack) => acknowledge?.(ack));
    return true;
  }
}
