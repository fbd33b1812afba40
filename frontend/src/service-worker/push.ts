import type { AlarmPush, ClosePush, PushBody, TestPush } from '@contract/push';
import { alarmNotice, closingNotice, plainNotice, unreadableNotice } from './notices.js';
import { closeNotices, show, showBadge, shownNow } from './show.js';
import { isSoundingInTab, notifyTabs } from './tabs.js';
import { post } from './ticket-requests.js';

/** The alarms whose end arrived while this worker ran. A delayed push of them makes no sound. */
const closed = new Set<string>();
/** The last work of each alarm: its end must not overtake a push that still waits for a tab. */
const turns = new Map<string, Promise<void>>();

/** Shows what a push says. It always shows something, or the browser ends the permission. */
export async function receive(message: PushMessageData | null): Promise<void> {
  const push = readPush(message);
  if (!push) return show(unreadableNotice());
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
      return serialize(data.alarmId, () => closeAlarm(push, data));
    case 'test':
      return showTest(push, data);
    default:
      // A newer server may send a kind that this worker does not know.
      return show(plainNotice(push));
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
  await show(notice);
  await closeNotices(alarmId, isSounding || isClosed ? undefined : notice.options.tag);
  await showBadge();
}

/** Replaces the notification before closing it, because browsers demand that a push shows one. */
async function closeAlarm(push: PushBody, { alarmId }: ClosePush): Promise<void> {
  await show(closingNotice(push, alarmId, await shownNow()));
  await closeNotices(alarmId);
  await showBadge();
}

async function showTest(push: PushBody, { testId, ticket }: TestPush): Promise<void> {
  await show(plainNotice(push));
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
