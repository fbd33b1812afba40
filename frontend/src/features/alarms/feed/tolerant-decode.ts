import {
  type Alarm,
  ALARM_STATUSES,
  ALARM_TYPES,
  type AlarmEvent,
  type AlarmResponse,
  RESPONSE_KINDS,
  type Sync,
} from '@contract/alarm';

/**
 * While a new version is rolled out, a newer server may send values that this page has no words for.
 * It is still an alarm: shown as another danger, and active until it has an end.
 */
export function decodeAlarm(alarm: Alarm): Alarm {
  const { type, status } = alarm;
  return {
    ...alarm,
    type: ALARM_TYPES.includes(type) ? type : 'other',
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

/** A response without words here is ignored, so the page asks for one again. */
export const isKnownResponse = ({ response }: AlarmResponse) => RESPONSE_KINDS.includes(response);
