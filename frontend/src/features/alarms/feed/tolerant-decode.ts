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
export function asKnown(alarm: Alarm): Alarm {
  const { type, status } = alarm;
  return {
    ...alarm,
    type: ALARM_TYPES.includes(type) ? type : 'other',
    status: ALARM_STATUSES.includes(status) ? status : alarm.endedAt ? 'resolved' : 'active',
  };
}

export const asKnownEvent = (event: AlarmEvent): AlarmEvent => ({
  ...event,
  alarm: asKnown(event.alarm),
});

/** Nodes of an older release tell nothing of what is muted. */
export const asKnownSync = ({ muted = [], ...sync }: Sync): Sync => ({
  ...sync,
  events: sync.events.map(asKnownEvent),
  active: sync.active.map(asKnown),
  answers: sync.answers.filter(isKnownAnswer),
  muted,
});

/** Without words for it this page asks again: better twice than not at all. */
export const isKnownAnswer = ({ response }: AlarmResponse) => RESPONSE_KINDS.includes(response);
