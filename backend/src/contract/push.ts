import type { AlarmType, ResponseKind } from './alarm.js';

/**
 * Web Push: the content of a push, and the requests of pages and the service worker. The body follows
 * Declarative Web Push, so that a browser can show it without the service worker.
 */

/** Marks a body as declarative: RFC 8030 is the number that Declarative Web Push gives it. */
export const DECLARATIVE_WEB_PUSH = 8030;

/** The first warning, and the steps of the escalation after it. */
export type PushStep = 0 | 1 | 2 | 3;

/** A button of a notification that answers an alarm; `action` is sent back as the response. */
export interface PushAction {
  action: ResponseKind;
  title: string;
}

/** An alarm that sounds: shown until somebody responds or it ends. */
export interface AlarmPush {
  kind: 'alarm';
  alarmId: string;
  buildingId: string;
  type: AlarmType;
  exercise: boolean;
  step: PushStep;
  /** The server's time. Responses from the notification are ordered by it. Older servers omit it. */
  sentAt?: string;
  expiresAt: string;
  /**
   * A JWT, `typ: push-ticket`: accepted for this alarm's responses and receipts, until the alarm ends.
   * `expiresAt` is the end that was known when the push was sent; the alarm may be extended.
   */
  ticket: string;
  deviceId: string;
  actions: PushAction[];
}

/**
 * The alarm is over, or the user has responded. The service worker replaces the alarm's notification
 * with this silent one, because browsers demand that each push shows one, and closes it at once. A
 * browser that shows the push itself leaves it open.
 */
export interface ClosePush {
  kind: 'close';
  alarmId: string;
  buildingId: string;
  /** False when the user has responded and the alarm goes on. Older servers omit it. */
  over?: boolean;
}

/** A test that the user asked for. The service worker confirms it with `POST /push/test/:id`. */
export interface TestPush {
  kind: 'test';
  testId: string;
  /** Accepted for this test's confirmation and nothing else. */
  ticket: string;
}

/** The subjects of a notice. It names nobody, because a lock screen shows it to everybody. */
export type NoticeAbout =
  | 'reminder'
  | 'approved'
  | 'removed'
  | 'demoted'
  | 'waiting'
  | 'many_removed'
  | 'exercise_announced'
  | 'exercise_called_off';

/** Something that is no emergency. A service worker shows it as it is. */
export interface NoticePush {
  kind: 'notice';
  about: NoticeAbout;
}

export type PushData = AlarmPush | ClosePush | TestPush | NoticePush;

/** The decrypted body of every push. */
export interface PushBody {
  web_push: typeof DECLARATIVE_WEB_PUSH;
  notification: {
    title: string;
    body: string;
    /** The address that a click opens. */
    navigate: string;
    /** `<alarmId>:<step>` for an alarm, `test` for a test. */
    tag: string;
    lang: 'sv';
    silent: boolean;
    requireInteraction: boolean;
    data: PushData;
  };
}

/** `POST /push/subscriptions`: the result of `PushSubscription.toJSON()`, and its device. */
export interface PushSubscriptionRequest {
  deviceId: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** `GET /push/key`: the `applicationServerKey` that a browser subscribes with. */
export interface PushKey {
  /** P-256, uncompressed, in base64url. */
  key: string;
}

/** `POST /push/subscriptions` answers with the id for `DELETE /push/subscriptions/:id`. */
export interface SavedPushSubscription {
  id: string;
}

/**
 * `POST /push/test` answers how many of the user's devices a push was sent to. Without a `deviceId`
 * in the request that is all of them.
 */
export interface PushTest {
  testId: string;
  sent: number;
}
