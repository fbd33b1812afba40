import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type Type } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
} from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import {
  MESSAGE_MAPPING_METADATA,
  MESSAGE_METADATA,
  PARAM_ARGS_METADATA,
} from '@nestjs/websockets/constants.js';
import { isUUID } from 'class-validator';
import type { Counter } from 'prom-client';
import type { ErrorCode } from '../../contract/errors.js';
import type { Ack, Refusal } from '../../contract/events.js';
import { Drain } from '../drain.js';
import { refusalOf } from '../errors/app-error.js';
import { validated } from '../input.js';
import { Limited, type Limit } from '../limits/person-limits.js';
import { PersonSlots } from '../limits/slots.js';
import type { Logger } from '../logging.js';
import { Metrics } from '../metrics.js';
import { LOGGER } from '../tokens.js';

/** The code of an event's acknowledgement while the database is away. */
export const OutageCode = Reflector.createDecorator<ErrorCode>();

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
  handle: Handle;
  payloadType: Type<object>;
  /** The limit of its own that the event has. */
  limit: Limit | undefined;
  outageCode: ErrorCode | undefined;
}

/** A refused event, for the log. */
interface About {
  event: string;
  userId: string;
  args: unknown[];
}

/** The metadata that the decorators of a handler may have set. */
const KNOWN = new Set([MESSAGE_MAPPING_METADATA, MESSAGE_METADATA, Limited.KEY, OutageCode.KEY]);
const ENHANCERS = [
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
];

/**
 * Calls the gateways' event handlers: one table for all connections, where Nest builds a chain of
 * observables for each event of each connection, which takes 29 kB. A handler takes the socket, the
 * valid payload, and when the event arrived by `performance.now()`.
 */
@Injectable()
export class EventDispatcher {
  private readonly bindings = new Map<string, Binding>();
  private readonly errors: Counter<'code' | 'way'>;
  private readonly reflector = new Reflector();

  constructor(
    private readonly drain: Drain,
    private readonly slots: PersonSlots,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.errors = metrics.errorCounter();
  }

  /**
   * Adds every method of the gateway that has `@SubscribeMessage`.
   * @throws when the gateway or a handler has a decorator of Nest that would be ignored here
   */
  register(gateway: object): void {
    const prototype = Object.getPrototypeOf(gateway) as Record<string, Handler>;
    refuseIgnored(gateway);
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const handler = prototype[name];
      const event: unknown = handler && Reflect.getMetadata(MESSAGE_METADATA, handler);
      if (!handler || typeof event !== 'string') continue;
      refuseIgnoredOf(gateway, name, handler);
      const types = Reflect.getMetadata('design:paramtypes', prototype, name) as Type<object>[];
      const [, payloadType = Object] = types;
      this.bindings.set(event, {
        handle: handler.bind(gateway) as unknown as Handle,
        limit: this.reflector.get(Limited, handler),
        outageCode: this.reflector.get(OutageCode, handler),
        payloadType,
      });
    }
  }

  /**
   * @param args what the client sent with the event; the last one may be its acknowledgement
   * @param arrivedMs by `performance.now()`
   * @returns false for an unknown event
   */
  dispatch(client: Client, event: string, args: unknown[], arrivedMs: number): boolean {
    const binding = this.bindings.get(event);
    if (!binding) return false;
    const acknowledge = acknowledgeOf(args);
    const work = async () =>
      binding.handle(client, await validated(binding.payloadType, payloadOf(args)), arrivedMs);
    const { userId } = client.data.actor;
    const about = { event, userId, args };
    void this.answer(about, binding, work).then((ack) => acknowledge?.(ack));
    return true;
  }

  /** Never rejects. Waits for one of the user's slots when the event has a limit of its own. */
  private async answer(
    about: About,
    { limit, outageCode }: Binding,
    work: () => ReturnType<Handle>,
  ): Promise<Ack> {
    const done = this.drain.begin();
    try {
      const release = limit && (await this.slots.take(limit, about.userId));
      try {
        return { ok: true, ...(await work()) };
      } finally {
        release?.();
      }
    } catch (error) {
      return { ok: false, error: this.refusal(error, about, outageCode) };
    } finally {
      done();
    }
  }

  private refusal(
    error: unknown,
    { args, ...about }: About,
    outageCode: ErrorCode | undefined,
  ): Refusal {
    const body = refusalOf(error, randomUUID(), outageCode);
    const line = {
      requestId: body.requestId,
      code: body.code,
      ...about,
      ...idsIn(payloadOf(args)),
    };
    this.errors.inc({ code: body.code, way: 'socket' });
    if (body.status >= 500) {
      this.logger.error({ ...line, err: error }, 'event failed');
    } else this.logger.info(line, 'event refused');
    return body;
  }
}

/** Nest would obey these decorators, so a guard that does nothing must not go unnoticed. */
function refuseIgnored(gateway: object): void {
  const { constructor } = gateway;
  const ignored = ENHANCERS.filter((key) => Reflect.hasMetadata(key, constructor));
  if (ignored.length > 0) throw ignoredError(constructor.name, ignored);
}

function refuseIgnoredOf(gateway: object, name: string, handler: Handler): void {
  const keys = Reflect.getMetadataKeys(handler) as string[];
  const ofArguments = Reflect.hasMetadata(PARAM_ARGS_METADATA, gateway.constructor, name);
  const ignored = [
    ...keys.filter((key) => !KNOWN.has(key)),
    ...(ofArguments ? [PARAM_ARGS_METADATA] : []),
  ];
  if (ignored.length > 0) throw ignoredError(`${gateway.constructor.name}.${name}`, ignored);
}

const ignoredError = (where: string, keys: string[]): Error =>
  new Error(`${where} has decorators that no event obeys: ${keys.join(', ')}`);

function acknowledgeOf(args: unknown[]): ((ack: object) => void) | undefined {
  const last = args.at(-1);
  return typeof last === 'function' ? (last as (ack: object) => void) : undefined;
}

/** @returns the ids in a payload that may be invalid, and nothing else of it */
function idsIn(payload: unknown): object {
  const { alarmId, buildingId } = Object(payload) as Record<string, unknown>;
  return { ...(isUUID(alarmId) && { alarmId }), ...(isUUID(buildingId) && { buildingId }) };
}

/** @returns the event's payload; a list of all when there are several */
function payloadOf(args: unknown[]): unknown {
  const count = args.length - (acknowledgeOf(args) ? 1 : 0);
  return count > 1 ? args.slice(0, count) : count === 1 ? args[0] : undefined;
}
