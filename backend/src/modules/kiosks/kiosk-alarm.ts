import { ALARM_KINDS, knownType } from '../../contract/alarm-kinds.js';
import type { KioskAlarm } from '../../contract/kiosks.js';
import type { ShownAlarm } from './kiosk.repository.js';

/** The first two digits of a Swedish apartment number count from 10, the floor of the entrance. */
const ENTRANCE_FLOOR = 10;

/**
 * @returns the alarm for a display. A stairwell is public: a private kind has the entrance and the floor
 *   alone. An exercise has no home, because nothing happens there
 */
export function kioskAlarm(shown: ShownAlarm): KioskAlarm {
  const { id, type, exercise, raisedAt, expiresAt, entrance, apartment } = shown;
  // A newer node may know that the type is health data.
  const isPrivate = type !== knownType(type) || ALARM_KINDS[type].isPrivate;
  return {
    id,
    type,
    exercise,
    home: exercise
      ? {}
      : {
          ...(entrance && { entrance }),
          // A manager who lives elsewhere has no home here, and an erased sender none any more.
          ...(apartment && { floor: Number(apartment.slice(0, 2)) - ENTRANCE_FLOOR }),
          ...(apartment && !isPrivate && { apartment }),
        },
    raisedAt: raisedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
