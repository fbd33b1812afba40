import {
  type Alarm,
  ALARM_STATUSES,
  type AlarmEvent,
  type AlarmResponse,
  RESPONSE_KINDS,
  type Sync,
} from '@contract/alarm';
import { knownType } from '@contract/alarm-kinds';

/**
 * Replaces a type and a status that this page does not know; a newer server sends them during a
 * rollout. The alarm is then shown as type `other`, and as active until it has `endedAt`.
 */
export function decodeAlarm(alarm: Alarm): Alarm {
  const { type, status } = alarm;
  return {
    ...alarm,
    type: knownType(type),
    status: ALARM_STATUSES.includes(status) ? status : alarm.endedAt ? 'resolved' : 'active',
  };
}

export const decodeEvent = (event: AlarmEvent): AlarmEvent => ({
  ...event,
  alarm: decodeAlarm(event.alarm),
});

/** Nodes of an older release send no `muted`. */
export const decodeSync = ({ muted = [], ...sync }: Sync): Sync => ({
  ...sync,
  events: sync.events.map(decodeEvent),
  active: sync.active.map(decodeAlarm),
  answers: sync.answers.filter(isKnownResponse),
  muted,
});

/** A response that this page does not know is ignored, so the user can respond again. */
export const isKnownResponse = ({ response }: AlarmResponse) => RESPONSE_KINDS.includes(response);
