import { Inject, Injectable, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { MESSAGE_METADATA } from '@nestjs/websockets/constants.js';
import type { Socket } from 'socket.io';
import { eventArrivalOf } from '../../arrivals.js';
import type { Config } from '../../config.js';
import { createValidationPipe } from '../../input/validation.js';
import { Limited } from '../../limits/limited.js';
import type { Limit } from '../../limits/person-limits.js';
import { CONFIG } from '../../tokens.js';
import { EventAnswers } from '../event-answers.js';
import { readEarly } from './early-events.js';
import { QuickCheck } from './quick-check.js';

interface Client {
  data: { actor: { userId: string } };
}

/** Handles a valid payload; `undefined` answers as an empty object does. */
type Handle = (
  client: Client,
  payload: unknown,
  arrivedMs: number,
) => Promise<object | undefined | void>;

type Handler = (client: never, payload: never, arrivedMs: never) => Promise<object>;

interface Binding {
  handler: Handler;
  handle: Handle;
  payloadType: Type;
  takesArrival: boolean;
  limit: Limit | undefined;
  check: ((payload: unknown) => object | undefined) | undefined;
}

/**
 * Calls the gateways' event handlers directly: one table for all connections, where Nest builds a
 * chain of observables for every event of every connection. Validation, limits and acknowledgements
 * are the same; a handler takes the socket, the payload and when it arrived.
 */
@Injectable()
export class EventDispatcher {
  private readonly bindings = new Map<string, Binding>();
  private readonly validation = createValidationPipe();
  private readonly reflector = new Reflector();

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
        check: this.reflector.get(QuickCheck, handler),
        handler,
        handle: handler.bind(gateway) as unknown as Handle,
        limit: this.reflector.get(Limited, handler),
        payloadType,
        takesArrival: types.length > 2,
      });
    }
  }

  /** @returns whether the event's handler takes the time of its arrival, which costs a system call */
  takesArrival(event: string): boolean {
    return this.bindings.get(event)?.takesArrival ?? false;
  }

  /**
   * Gives the cheap events of a connection to `take` before Socket.IO decodes them.
   * @param take gets what `light` has returned
   */
  readEarly(
    client: Client & Socket,
    take: (event: string, args: unknown[], handle: () => void) => void,
  ): void {
    if (!this.config.fastPaths) return;
    readEarly(client, {
      has: (event) => this.bindings.get(event)?.check !== undefined,
      take: (event, ...args) => {
        const handle = this.light(client, event, args);
        if (handle) take(event, args, handle);
        return handle !== undefined;
      },
    });
  }

  /**
   * @returns a function that handles the event, when that is so cheap that it need not wait for a turn
   *   of the event loop; undefined for all other events
   */
  light(client: Client, event: string, args: unknown[]): (() => void) | undefined {
    const binding = this.bindingOf(event);
    const checked = binding?.check?.(payloadOf(args));
    if (!binding || !checked) return undefined;
    const { handle } = binding;
    return () => this.answer(client, event, binding, args, (at) => handle(client, checked, at));
  }

  /**
   * @param args what the client sent with the event; the last one may be its acknowledgement
   * @returns false for an unknown event, and for all while the fast paths are off
   */
  dispatch(client: Client, event: string, args: unknown[]): boolean {
    const binding = this.bindingOf(event);
    if (!binding) return false;
    const { handle, payloadType } = binding;
    this.answer(client, event, binding, args, async (arrivedMs) => {
      const metadata = { type: 'body', metatype: payloadType } as const;
      return handle(client, await this.validation.transform(payloadOf(args), metadata), arrivedMs);
    });
    return true;
  }

  private bindingOf(event: string): Binding | undefined {
    return this.config.fastPaths ? this.bindings.get(event) : undefined;
  }

  private answer(
    client: Client,
    event: string,
    { handler, takesArrival, limit }: Binding,
    args: unknown[],
    work: (arrivedMs: number) => ReturnType<Handle>,
  ): void {
    const acknowledge = acknowledgeOf(args);
    const request = { event, handler, userId: client.data.actor.userId, limit };
    // A clock is not read for a handler that does not ask for it.
    const arrivedMs = takesArrival ? eventArrivalOf(payloadOf(args)) : NaN;
    void this.answers.answer(request, () => work(arrivedMs)).then((ack) => acknowledge?.(ack));
  }
}

function acknowledgeOf(args: unknown[]): ((ack: object) => void) | undefined {
  const last = args.at(-1);
  return typeof last === 'function' ? (last as (ack: object) => void) : undefined;
}

/** @returns the event's payload; a list of all when there are several */
function payloadOf(args: unknown[]): unknown {
  const count = args.length - (acknowledgeOf(args) ? 1 : 0);
  return count > 1 ? args.slice(0, count) : count === 1 ? args[0] : undefined;
}
