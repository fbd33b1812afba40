import type { AlarmPush, PushBody } from '@contract/push';
import { NOTICES } from './service-worker.copy.js';

/** Decides which notification a push leads to. Nothing here touches the browser. */

/** A notification to show. TypeScript's library lacks the options that only some browsers have. */
export interface PushNotice {
  title: string;
  options: NotificationOptions & {
    actions?: { action: string; title: string }[];
    renotify?: boolean;
    timestamp?: number;
    vibrate?: number[];
  };
}

/** The parts by which a shown notification is recognised. */
export interface Shown {
  tag: string;
  data: unknown;
}

/** The notification's data: those of its push, and what a click needs. */
export type NoticeData<T> = T & {
  /** The address that a click opens. */
  navigate: string;
  /** The server's time less this device's, when the alarm's push was sent and handled. */
  serverAheadMs?: number;
};

interface Situation {
  /** The notifications that are shown now, of all alarms. */
  shown: Shown[];
  /** True when a visible tab of this browser already sounds the alarm. */
  isSounding: boolean;
  /** True when the alarm's end arrived before this push. */
  isClosed: boolean;
  /** `Notification.maxActions`, which some browsers do not have. */
  maxActions: number | undefined;
  nowMs: number;
}

const ALARM_VIBRATION = Array.from({ length: 9 }, (_, index) => (index % 2 ? 300 : 800));
const EXERCISE_VIBRATION = [400];

/** A push that came twice, or after a later step, replaces the notification without a sound. */
export function alarmNotice(
  { notification }: PushBody,
  data: AlarmPush,
  { shown, isSounding, isClosed, maxActions = 0, nowMs }: Situation,
): PushNotice {
  const latest = latestOf(shown, data.alarmId);
  const isRepeat = latest !== undefined && stepOf(latest) >= data.step;
  const silent = notification.silent || isSounding || isClosed || isRepeat;
  const step = isRepeat ? stepOf(latest) : data.step;
  const { title, body, lang, navigate, requireInteraction } = notification;
  const stored: NoticeData<AlarmPush> = {
    ...data,
    step: step as AlarmPush['step'],
    navigate,
    ...(data.sentAt !== undefined && { serverAheadMs: Date.parse(data.sentAt) - nowMs }),
  };
  return {
    title,
    options: {
      ...icons(),
      body,
      lang,
      tag: isRepeat ? latest.tag : notification.tag,
      data: stored,
      requireInteraction,
      timestamp: nowMs,
      actions: data.actions.slice(0, maxActions),
      silent,
      // Browsers refuse a silent notification that vibrates.
      ...(!silent && {
        renotify: true,
        vibrate: data.exercise ? EXERCISE_VIBRATION : ALARM_VIBRATION,
      }),
    },
  };
}

/** A notification of a test, or of a kind that a newer server sends. */
export function plainNotice({ notification }: PushBody): PushNotice {
  const { title, body, lang, tag, silent, requireInteraction, navigate, data } = notification;
  const options = { body, lang, tag, silent, requireInteraction, data: { ...data, navigate } };
  return { title, options: { ...icons(), ...options } };
}

/** Replaces an alarm's notification without a sound. */
export function closingNotice(push: PushBody, alarmId: string, shown: Shown[]): PushNotice {
  const { title, options } = plainNotice(push);
  const tag = latestOf(shown, alarmId)?.tag ?? push.notification.tag;
  return { title, options: { ...options, tag, silent: true, requireInteraction: false } };
}

/** Shown for a push that cannot be read, because a push that shows nothing ends the permission. */
export function unreadableNotice(): PushNotice {
  const { title, body } = NOTICES.unreadable;
  return { title, options: { ...icons(), body, lang: 'sv', data: { navigate: '/app' } } };
}

/** @returns the notifications of one alarm among all that are shown */
export function ofAlarm<T extends Shown>(shown: T[], alarmId: string): T[] {
  return shown.filter(({ data }) => (data as Partial<AlarmPush> | null)?.alarmId === alarmId);
}

/** Counts the alarms that notifications are shown for. */
export function alarmCount(shown: Shown[]): number {
  const ids = shown.map(({ data }) => data as Partial<AlarmPush> | null);
  return new Set(ids.filter((data) => data?.kind === 'alarm').map((data) => data?.alarmId)).size;
}

/** The icon beside the text, and the one-coloured sign in a phone's status bar. */
export const icons = () => ({ icon: '/icon-192.png', badge: '/badge-96.png' });

function latestOf(shown: Shown[], alarmId: string): Shown | undefined {
  return ofAlarm(shown, alarmId).toSorted((a, b) => stepOf(b) - stepOf(a))[0];
}

const stepOf = ({ data }: Shown): number => (data as Partial<AlarmPush>).step ?? -1;
