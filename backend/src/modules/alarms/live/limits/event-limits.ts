import type { Ack, ClientToServerEvents } from '../../../../contract/events.js';
import type { Arrivals } from '../../../../platform/arrivals.js';
import { AppError, errorBody } from '../../../../platform/errors/app-error.js';
import type { LoopTurns } from '../../../../platform/limits/loop-turns.js';
import {
  REQUEST_LIMIT,
  type Limit,
  type PersonLimits,
} from '../../../../platform/limits/person-limits.js';
import type { NodeLoad, Waiting } from '../../../../platform/load/node-load.js';
import { deadlineOf, type PressQueue } from '../../../../platform/load/press-queue.js';
import type { EventDispatcher } from '../../../../platform/realtime/event-dispatcher.js';
import { ALARM_LIMITS } from '../../model/alarm-limits.js';
import { pauseReading } from './slow-consumers.js';
import { writeBatcher, type AlarmSocket } from '../socket.js';

const EVENT_LIMITS: Record<keyof ClientToServerEvents, Limit> = {
  'alarm:raise': ALARM_LIMITS.raise,
  'alarm:respond': ALARM_LIMITS.respond,
  'alarm:end': ALARM_LIMITS.end,
  'alarm:mute': ALARM_LIMITS.mute,
  'alarm:receipt': ALARM_LIMITS.receipt,
  'device:state': ALARM_LIMITS.device,
  'auth:renew': ALARM_LIMITS.renew,
};

/** The events that a node refuses while it is behind. */
const CAN_WAIT = new Map<string, Waiting>([['alarm:receipt', 'receipt']]);

interface EventParts {
  load: NodeLoad;
  presses: PressQueue;
  limits: PersonLimits;
  turns: LoopTurns;
  events: EventDispatcher;
  arrivals: Arrivals;
}

/** Refusals are sent together at this interval, because each write costs a system call. */
const BATCH_MS = 20;

/**
 * A connection is not read for this long after so many refusals, so that TCP slows the sender down.
 * Without the pause a flood takes a whole core for as long as it lasts. The number of refusals is far
 * beyond any tab's, so a pause never delays a press.
 */
const PAUSE_MS = 250;
const PAUSE_AFTER_REFUSALS = 20;

/**
 * Limits a connection's events before they are validated, logged or queued. A refusal is sent
 * through the event's acknowledgement; an event without one is dropped. Unknown events count too.
 */
export function limitEvents(socket: AlarmSocket, parts: EventParts): void {
  const { load, presses, limits, turns, events, arrivals } = parts;
  const refuse = (error: AppError, acknowledge: unknown): void => {
    if (!isAcknowledge(acknowledge)) return;
    batchWrites();
    acknowledge({ ok: false, error: errorBody(error, socket.id) });
  };
  const batchWrites = writeBatcher(socket, BATCH_MS);
  let refused = 0;
  socket.use(([event, ...args], next) => {
    const limit = limitOf(event);
    const { userId } = socket.data.actor;
    void limits.allows(limit, userId).then((isAllowed) => {
      if (isAllowed) {
        const isPress = event === 'alarm:raise';
        // The look at the machine's uptime costs as much as half a receipt, and only a press needs it.
        const arrivedMs = isPress ? arrivals.now() : performance.now();
        const refusal = isPress
          ? presses.refusal(deadlineOf(arrivedMs))
          : refusalForLoad(event, load);
        if (refusal) return refuse(refusal, args.at(-1));
        // A press never waits behind other events of its sender, however many a broken tab has sent.
        const caller = isPress ? `press ${userId}` : userId;
        return turns.run(caller, () => {
          // A caller that has gone meanwhile tries again elsewhere, so nothing is done behind its back.
          if (socket.connected && !events.dispatch(socket, event, args, arrivedMs)) next();
        });
      }
      refused += 1;
      if (refused % PAUSE_AFTER_REFUSALS === 0) pauseReading(socket, PAUSE_MS);
      refuse(new AppError(limit.code), args.at(-1));
    });
  });
}

function refusalForLoad(event: string, load: NodeLoad): AppError | undefined {
  const waiting = CAN_WAIT.get(event);
  return waiting && load.refuses(waiting) ? new AppError('system.busy') : undefined;
}

function limitOf(event: string): Limit {
  return Object.hasOwn(EVENT_LIMITS, event)
    ? EVENT_LIMITS[event as keyof ClientToServerEvents]
    : REQUEST_LIMIT;
}

const isAcknowledge = (value: unknown): value is (ack: Ack) => void => typeof value === 'function';
