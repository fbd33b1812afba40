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
 * While a new version is rolled out, a newer server may tell of what this page has no words for. It
 * is still an alarm: shown as another danger, and going on until it has an end.
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

/** Nodes of an older release tell nothing of what is muted. */
export const decodeSync = ({ muted = [], ...sync }: Sync): Sync => ({
  ...sync,
  events: sync.events.map(decodeEvent),
  active: sync.active.map(decodeAlarm),
  answers: sync.answers.filter(isKnownResponse),
  muted,
});

/** Without words for it this page asks again: better twice than not at all. */
export const isKnownResponse = ({ response }: AlarmResponse) => RESPONSE_KINDS.includes(response);
