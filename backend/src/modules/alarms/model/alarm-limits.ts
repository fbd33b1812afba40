import type { Limit } from '../../../platform/limits/person-limits.js';

const limit = (name: string, count: number, atOnce?: number): Limit => ({
  name,
  count,
  windowS: 60,
  code: 'request.rate_limited',
  ...(atOnce !== undefined && { atOnce }),
});

/** New presses; each counts once, however often it is sent. A frightened person presses ten times. */
export const PRESS_LIMIT: Limit = {
  name: 'press',
  count: 30,
  windowS: 60,
  code: 'alarm.rate_limited',
};

/** Look-ups of alarms by their id: random ids may not take many connections at once. */
export const LOOK_UP_SLOTS = { name: 'alarm look-up', atOnce: 2 };

/**
 * The limits of what one person sends about alarms, repeats included. A tab that gets no answer sends
 * the same press once a second by both ways, and after a crash a second tab may do the same.
 */
export const ALARM_LIMITS = {
  /** The window is short, because a burst that is let through costs the node its time. */
  raise: { name: 'raise', count: 60, windowS: 10, code: 'alarm.rate_limited', isReserved: true },
  /** No bound on how many run at once: merged updates wait for their second. */
  respond: limit('respond', 60),
  mute: limit('mute', 60, 4),
  end: limit('end', 60, 4),
  amend: limit('amend', 60),
  /** Three levels of an alarm on each of a person's devices, and their retries. */
  receipt: limit('receipt', 600),
  device: limit('device', 120),
  renew: limit('renew', 60),
} satisfies Record<string, Limit>;
