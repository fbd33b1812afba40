import type { AlarmStatus, AlarmType } from '../../../contract/alarm.js';
import { alarmPath, PAGES } from '../../../contract/paths.js';
import {
  DECLARATIVE_WEB_PUSH,
  type PushBody,
  type PushStep,
  type TestPush,
} from '../../../contract/push.js';
import { isolated } from '../../../contract/written-text.js';
import { wordsOf, PUSH_COPY as copy } from './push.copy.js';

/** An alarm as its notifications show it. */
export interface PushedAlarm {
  alarmId: string;
  buildingId: string;
  address: string;
  type: AlarmType;
  exercise: boolean;
  status: AlarmStatus;
  /** Null once the sender's account is erased; a manager without a home has an empty apartment. */
  sender: { name: string; entrance: string | null; apartment: string } | null;
  place: string | null;
  expiresAt: Date;
}

interface Recipient {
  deviceId: string;
  ticket: string;
  sentAt: string;
}

export function alarmBody(
  publicUrl: string,
  alarm: PushedAlarm,
  step: PushStep,
  recipient: Recipient,
): PushBody {
  const { alarmId, buildingId, type, exercise, sender, place, expiresAt } = alarm;
  const where = sender?.apartment ? [copy.home(sender.apartment, sender.entrance)] : [];
  const who = sender ? isolated(sender.name) : copy.formerResident;
  const from = [...where, ...(place ? [isolated(place)] : []), who];
  const { advice, actions } = wordsOf(alarm);
  return body(publicUrl, {
    title: titleOf(alarm),
    body: `${copy.from(from)} ${advice}`,
    navigate: alarmPath(alarmId),
    tag: `${alarmId}:${step}`,
    silent: false,
    requireInteraction: true,
    data: {
      kind: 'alarm',
      ...{ alarmId, buildingId, type, exercise, step, ...recipient },
      expiresAt: expiresAt.toISOString(),
      actions,
    },
  });
}

/** @param step the last one that the device was sent, whose notification this one replaces */
export function closeBody(publicUrl: string, alarm: PushedAlarm, step: number): PushBody {
  const { alarmId, buildingId, status, exercise } = alarm;
  return body(publicUrl, {
    title: titleOf(alarm),
    body: (exercise ? copy.closeExercise : copy.close)[status],
    navigate: alarmPath(alarmId),
    tag: `${alarmId}:${step}`,
    silent: true,
    requireInteraction: false,
    data: { kind: 'close', alarmId, buildingId, over: status !== 'active' },
  });
}

export const testBody = (publicUrl: string, data: TestPush): PushBody =>
  plainBody(publicUrl, { ...copy.test, navigate: PAGES.check, tag: 'test', data });

/** @param notification what is no alarm */
export const plainBody = (
  publicUrl: string,
  notification: Pick<PushBody['notification'], 'title' | 'body' | 'navigate' | 'tag' | 'data'>,
): PushBody => body(publicUrl, { ...notification, silent: false, requireInteraction: false });

function titleOf({ address, ...alarm }: PushedAlarm): string {
  // The residents know the town.
  return copy.inBuilding(wordsOf(alarm).title, address.split(',')[0]?.trim() || address);
}

function body(publicUrl: string, notification: Omit<PushBody['notification'], 'lang'>): PushBody {
  const navigate = new URL(notification.navigate, publicUrl).href;
  return {
    web_push: DECLARATIVE_WEB_PUSH,
    notification: { ...notification, navigate, lang: 'sv' },
  };
}

/** Push services accept 32 characters: a UUID without its dashes. */
export const topicOf = (alarmId: string): string => alarmId.replaceAll('-', '');

/**
 * @returns the seconds until the alarm's end. With 0 a push service drops the push at once when the
 *   device is away.
 */
export const ttlOf = (expiresAt: Date, now: Date): number =>
  Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000));
