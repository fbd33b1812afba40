import type { Ack, ClientToServerEvents } from '../../../contract/events.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { errorBody } from '../../../platform/errors/error-result.js';
import {
  REQUEST_LIMIT,
  type Limit,
  type PersonLimits,
} from '../../../platform/limits/person-limits.js';
import { ALARM_LIMITS } from '../model/alarm-limits.js';
import type { EventTurns } from './event-turns.js';
import { pauseReading, type AlarmSocket } from './socket.js';

/**
 * A connection that floods is read in pieces of what one read of its socket returns (64 KB in Node),
 * with this pause between them: TCP holds the rest back at the sender.
 */
const PAUSE_MS = 500;

const EVENT_LIMITS: Record<keyof ClientToServerEvents, Limit> = {
  'alarm:raise': ALARM_LIMITS.raise,
  'alarm:respond': ALARM_LIMITS.respond,
  'alarm:end': ALARM_LIMITS.end,
  'alarm:mute': ALARM_LIMITS.mute,
  'alarm:receipt': ALARM_LIMITS.receipt,
  'device:state': ALARM_LIMITS.device,
  'auth:renew': ALARM_LIMITS.renew,
};

/**
 * Limits a connection's events before they are validated, logged, or wait for anything. A refusal is
 * acknowledged like any other; an event that nobody knows counts too, and is dropped over the limit.
 */
export function limitEvents(socket: AlarmSocket, limits: PersonLimits, turns: EventTurns): void {
  /** The acknowledgements of the limits that are exceeded, until the pause is over. */
  const refusals = new Map<Limit, Ack>();
  const refuse = (limit: Limit): Ack => {
    const known = refusals.get(limit);
    if (known) return known;
    const refusal: Ack = { ok: false, error: errorBody(new AppError(limit.code), socket.id) };
    refusals.set(limit, refusal);
    pauseReading(socket, PAUSE_MS, () => refusals.clear());
    return refusal;
  };
  socket.use(([event, ...args], next) => {
    const limit = limitOf(event);
    const acknowledge: unknown = args.at(-1);
    const answer = (refusal: Ack) => isAcknowledge(acknowledge) && acknowledge(refusal);
    // Nothing is counted or awaited for the rest of a flood that was already read.
    const refusal = refusals.get(limit);
    if (refusal) return void answer(refusal);
    const { userId } = socket.data.actor;
    void limits.allows(limit, userId).then((isAllowed) => {
      if (isAllowed) turns.run(userId, next);
      else answer(refuse(limit));
    });
  });
}

function limitOf(event: string): Limit {
  return Object.hasOwn(EVENT_LIMITS, event)
    ? EVENT_LIMITS[event as keyof ClientToServerEvents]
    : REQUEST_LIMIT;
}

const isAcknowledge = (value: unknown): value is (ack: Ack) => void => typeof value === 'function';
