import { Injectable } from '@nestjs/common';
import type { Ack, ClientToServerEvents } from '../../../contract/events.js';
import { Arrivals } from '../../../platform/arrivals.js';
import { AppError, refusalOf } from '../../../platform/errors/app-error.js';
import { LoopTurns } from '../../../platform/limits/loop-turns.js';
import { PersonLimits, REQUEST_LIMIT, type Limit } from '../../../platform/limits/person-limits.js';
import { NodeLoad } from '../../../platform/load/node-load.js';
import { deadlineOf, PressQueue } from '../../../platform/load/press-queue.js';
import { floodBrake, writeBatcher } from '../../../platform/realtime/direct-line.js';
import { EventDispatcher } from '../../../platform/realtime/event-dispatcher.js';
import { ALARM_LIMITS } from '../model/alarm-limits.js';
import type { AlarmSocket } from './socket.js';

const EVENT_LIMITS: Record<keyof ClientToServerEvents, Limit> = {
  'alarm:raise': ALARM_LIMITS.raise,
  'alarm:respond': ALARM_LIMITS.respond,
  'alarm:end': ALARM_LIMITS.end,
  'alarm:mute': ALARM_LIMITS.mute,
  'alarm:receipt': ALARM_LIMITS.receipt,
  'device:state': ALARM_LIMITS.device,
  'auth:renew': ALARM_LIMITS.renew,
};

/** Each turn of the event loop handles one event; beyond this the last of them waits too long. */
const WAITING_USERS = 100;

/** No user sends this many events at once by hand. One in this time leaves most of a core to others. */
const FLOOD = { tasks: 10, everyMs: 30 };

/**
 * Limits a connection's events before they are validated, logged or queued. A refusal is sent
 * through the event's acknowledgement; an event without one is dropped. Unknown events count too.
 */
@Injectable()
export class EventLimits {
  private readonly turns = new LoopTurns(FLOOD);

  constructor(
    private readonly load: NodeLoad,
    private readonly presses: PressQueue,
    private readonly limits: PersonLimits,
    private readonly events: EventDispatcher,
    private readonly arrivals: Arrivals,
  ) {
    load.watch({ name: 'events', read: () => this.turns.waitingCallers, limit: WAITING_USERS });
  }

  /** Handles the events of the connection, or refuses them. */
  apply(socket: AlarmSocket): void {
    const batchWrites = writeBatcher(socket);
    const refuse = (error: AppError, acknowledge: unknown): void => {
      if (!isAcknowledge(acknowledge)) return;
      batchWrites();
      acknowledge({ ok: false, error: refusalOf(error, socket.id) });
    };
    const brake = floodBrake(socket);
    socket.use(([event, ...args]) => {
      const limit = limitOf(event);
      const { userId } = socket.data.actor;
      void this.limits.allows(limit, userId).then((isAllowed) => {
        if (!isAllowed) {
          brake();
          return refuse(new AppError(limit.code), args.at(-1));
        }
        const isPress = event === 'alarm:raise';
        // The look at the machine's uptime costs as much as half a receipt, and only a press needs it.
        const arrivedMs = isPress ? this.arrivals.now() : performance.now();
        const refusal = this.refusalForLoad(event, args[0], arrivedMs);
        if (refusal) return refuse(refusal, args.at(-1));
        // A press never waits behind other events of its sender, however many a broken tab has sent.
        const caller = isPress ? `press ${userId}` : userId;
        this.turns.run(caller, () => {
          // A caller that has gone meanwhile tries again elsewhere, so nothing is done behind its back.
          if (!socket.connected || this.events.dispatch(socket, event, args, arrivedMs)) return;
          refuse(new AppError('request.not_found'), args.at(-1));
        });
      });
    });
  }

  private refusalForLoad(event: string, body: unknown, arrivedMs: number): AppError | undefined {
    if (event === 'alarm:raise') {
      const { buildingId } = Object(body) as { buildingId?: unknown };
      const id = typeof buildingId === 'string' ? buildingId : '';
      return this.presses.refusal(id, deadlineOf(arrivedMs));
    }
    const isRefused = event === 'alarm:receipt' && this.load.refuses('receipt');
    return isRefused ? new AppError('system.busy') : undefined;
  }
}

function limitOf(event: string): Limit {
  return Object.hasOwn(EVENT_LIMITS, event)
    ? EVENT_LIMITS[event as keyof ClientToServerEvents]
    : REQUEST_LIMIT;
}

const isAcknowledge = (value: unknown): value is (ack: Ack) => void => typeof value === 'function';
