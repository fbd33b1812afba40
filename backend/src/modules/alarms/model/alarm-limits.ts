import { limitOf, type Limit } from '../../../platform/limits/person-limits.js';

/** The limit on new presses. Retries do not count. A frightened user may press ten times. */
export const PRESS_LIMIT: Limit = {
  name: 'press',
  count: 30,
  windowS: 60,
  code: 'alarm.rate_limited',
};

/** Bounds one user's look-ups by alarm id, so that random ids cannot take many connections. */
export const LOOK_UP_SLOTS = { name: 'alarm look-up', atOnce: 2 };

/**
 * Limits on everything that one user sends about alarms, retries included. A tab without an answer
 * sends its press once a second over socket and HTTP, and a second tab may do so after a crash. For two
 * seconds it asks a node that shuts down five times a second.
 */
export const ALARM_LIMITS = {
  /** A short window keeps bursts small: 360 in 60 s would allow 360 at once. */
  raise: { name: 'raise', count: 60, windowS: 10, code: 'alarm.rate_limited', isReserved: true },
  /** Has no `atOnce`, because merged updates would hold their slots while they wait. */
  respond: limitOf('respond', 60),
  mute: limitOf('mute', 60, { atOnce: 4 }),
  end: limitOf('end', 60, { atOnce: 4 }),
  amend: limitOf('amend', 60),
  /** Covers three levels per alarm and device of the user, with retries. */
  receipt: limitOf('receipt', 600),
  device: limitOf('device', 120),
  renew: limitOf('renew', 60),
} satisfies Record<string, Limit>;
