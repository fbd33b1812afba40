import type { AlarmResponse } from '@contract/alarm';
import { ALARM_KINDS, knownType } from '@contract/alarm-kinds';
import type { AlarmPush, ClosePush, PushBody, TestPush } from '@contract/push';
import type { TabMessage } from '../lib/browser/shared-with-worker.js';
import { type ApiError, request } from '../lib/net/http.js';
import { retryUntil } from '../lib/net/retry.js';
import {
  alarmNotice,
  closingNotice,
  icons,
  type NoticeData,
  plainNotice,
  unreadableNotice,
} from './notices.js';
import { NOTICES } from './service-worker.copy.js';
import {
  closeNotices,
  isSoundingInTab,
  notifyTabs,
  openTab,
  showNotice,
  showBadge,
  shownNow,
} from './worker.js';

/** The alarms whose end arrived while this worker ran. A delayed push of them makes no sound. */
const closed = new Set<string>();
/** Those of them that may be over: the user may have answered the others elsewhere. */
const over = new Set<string>();
/** The last work of each alarm: its end must not overtake a push that still waits for a tab. */
const turns = new Map<string, Promise<void>>();

/** Shows what a push says. It always shows something, or the browser ends the permission. */
export async function receive(message: PushMessageData | null): Promise<void> {
  const push = readPush(message);
  if (!push) return showNotice(unreadableNotice());
  const { data } = push.notification;
  switch (data.kind) {
    case 'alarm': {
      await serialize(data.alarmId, () => showAlarm(push, data));
      const { ticket, deviceId } = data;
      // Outside the turn, so that the alarm's end does not wait for the network.
      await post(`/alarms/${data.alarmId}/receipts`, ticket, { deviceId, level: 'received' });
      return;
    }
    case 'close':
      closed.add(data.alarmId);
      if (data.over !== false) over.add(data.alarmId);
      return serialize(data.alarmId, () => closeAlarm(push, data));
    case 'test':
      return showTest(push, data);
    default:
      // A newer server may send a kind that this worker does not know.
      return showNotice(plainNotice(push));
  }
}

/** @returns undefined for a push that this worker cannot show */
function readPush(message: PushMessageData | null): PushBody | undefined {
  try {
    const push = message?.json() as Partial<PushBody> | undefined;
    return push?.notification?.title && push.notification.data ? (push as PushBody) : undefined;
  } catch {
    return undefined;
  }
}

async function showAlarm(push: PushBody, data: AlarmPush): Promise<void> {
  const { alarmId } = data;
  const isSounding = await isSoundingInTab(alarmId);
  const isClosed = closed.has(alarmId);
  const { maxActions } = Notification as { maxActions?: number };
  const shown = await shownNow();
  const situation = { shown, isSounding, isClosed, maxActions, nowMs: Date.now() };
  const notice = alarmNotice(push, data, situation);
  await showNotice(notice);
  await closeNotices(alarmId, isSounding || isClosed ? undefined : notice.options.tag);
  await showBadge();
}

/** Replaces the notification before closing it, because browsers demand that a push shows one. */
async function closeAlarm(push: PushBody, { alarmId }: ClosePush): Promise<void> {
  await showNotice(closingNotice(push, alarmId, await shownNow()));
  await closeNotices(alarmId);
  await showBadge();
}

async function showTest(push: PushBody, { testId, ticket }: TestPush): Promise<void> {
  await showNotice(plainNotice(push));
  await Promise.all([
    post(`/push/test/${testId}`, ticket, {}),
    notifyTabs({ type: 'push:test', testId }),
  ]);
}

/** Runs the work of one alarm in the order in which its pushes came. */
function serialize(alarmId: string, work: () => Promise<void>): Promise<void> {
  const turn = (turns.get(alarmId) ?? Promise.resolve()).then(work, work);
  turns.set(alarmId, turn);
  return turn;
}

/** The page that opens where a notification names none. */
const APP = '/app';

/** Handles a press on a notification: one of its buttons responds, everything else opens ResQ. */
export async function click(notice: Notification, action: string): Promise<void> {
  const data = notice.data as NoticeData<Partial<AlarmPush>> | null;
  const button = data?.actions?.find((one) => one.action === action);
  if (button && isAlarm(data)) return respond(notice, data, button);
  if (!mayGoOn(data)) notice.close();
  const address = data?.navigate ?? APP;
  const tab = await openTab(address);
  // A tab shows an alarm by itself.
  if (data?.kind !== 'alarm') tab?.postMessage({ type: 'push:show', address } satisfies TabMessage);
}

/** The notification of an alarm stays: with a bad network it alone says where and what to do. */
const mayGoOn = (data: NoticeData<Partial<AlarmPush>> | null): boolean =>
  isAlarm(data) && !closed.has(data.alarmId) && Date.parse(data.expiresAt) > Date.now();

/** Sends the response without opening the app, and shows whether the server has saved it. */
async function respond(
  { title, tag }: Notification,
  data: NoticeData<AlarmPush>,
  { action }: AlarmPush['actions'][number],
): Promise<void> {
  const turn = turnOf(data);
  // A press closes what this shows: the person may respond in the page, which leaves a notice as it is.
  const shown = { ...icons(), lang: 'sv', tag, data: { ...data, ticket: undefined } };
  const replace = (body: string, rest: object) =>
    showNotice({ title, options: { ...shown, body, ...rest } });
  await replace(NOTICES.sending, { silent: true });
  const saved = await save(data, action, turn);
  await serialize(data.alarmId, async () => {
    // The alarm's end leaves nothing to say, except that a call for help has reached nobody.
    const isMoot = over.has(data.alarmId) && (saved !== undefined || action !== 'need_help');
    if (isMoot) return closeNotices(data.alarmId);
    if (saved) await replace(NOTICES.responded(labelOf(data, saved.response)), { silent: true });
    else await replace(NOTICES.notSent, { renotify: true, requireInteraction: true });
    await closeNotices(data.alarmId, tag);
  });
}

let lastTurn = 0;

/**
 * Returns the server's time of a press now. It is early by the time that the push took, and never late: a
 * call for help that was made later in the page has a higher turn.
 */
function turnOf({ serverAheadMs }: NoticeData<AlarmPush>): number | undefined {
  if (serverAheadMs === undefined) return undefined;
  // The push of a later press may have taken longer on its way.
  lastTurn = Math.max(lastTurn + 1, Date.now() + serverAheadMs);
  return lastTurn;
}

/** @returns the response that the server has saved: a newer one when that has overtaken this one */
async function save(
  { alarmId, ticket }: AlarmPush,
  response: AlarmResponse['response'],
  turn?: number,
): Promise<AlarmResponse | undefined> {
  const path = `/alarms/${alarmId}/responses`;
  const saved = await post<AlarmResponse>(path, ticket, { response, turn });
  // A network may answer with a success of its own.
  if (!saved?.response) return undefined;
  if (response !== 'need_help' || saved.response === response) return saved;
  // Its turn may have been too early. Without one it counts as the newest, as no call may be lost.
  return post<AlarmResponse>(path, ticket, { response });
}

/** @returns the words of a response, which may have no button in the notification */
function labelOf(data: AlarmPush, response: AlarmResponse['response']): string | undefined {
  const { responses } = ALARM_KINDS[data.exercise ? 'exercise' : knownType(data.type)];
  const button = data.actions.find(({ action }) => action === response);
  return button?.title ?? responses.find((one) => one.response === response)?.label;
}

const isAlarm = (data: NoticeData<Partial<AlarmPush>> | null): data is NoticeData<AlarmPush> =>
  data?.kind === 'alarm' && data.ticket !== undefined;

/** Browsers end a service worker that works for longer than about half a minute. */
const LONGEST_MS = 20_000;
const RETRY_MS = 1_500;
const TIMEOUT_MS = 5_000;

/**
 * Sends a request with a push's ticket, as the service worker has no session. Repeats it for up to
 * 20 s while the server cannot be reached.
 * @returns the answer, or undefined when it was refused or never arrived
 */
async function post<T = void>(path: string, ticket: string, body: object): Promise<T | undefined> {
  const since = performance.now();
  const headers = { Authorization: `Bearer ${ticket}` };
  const attempt = () =>
    request<T>('POST', path, body, { auth: false, headers, timeoutMs: TIMEOUT_MS }).catch(
      (error: ApiError) => {
        // Nothing can renew a ticket.
        if (error.status === 401) return undefined;
        throw error;
      },
    );
  const isOver = () => performance.now() - since > LONGEST_MS;
  return retryUntil(attempt, { isOver, delayMs: RETRY_MS }).catch(() => undefined);
}
