import type { AlarmPush } from '@contract/push';
import { icons, type NoticeData } from './notices.js';
import { NOTICES } from './notices.copy.js';
import { closeNotices, show } from './show.js';
import { openAlarm } from './tabs.js';
import { post } from './ticket-requests.js';

/** The page that opens where a notification names none. */
const APP = '/app';

/** Handles a press on a notification: one of its buttons responds, everything else opens ResQ. */
export async function click(notice: Notification, action: string): Promise<void> {
  const data = notice.data as NoticeData<Partial<AlarmPush>> | null;
  const button = data?.actions?.find((one) => one.action === action);
  if (button && isAlarm(data)) return respond(notice, data, button);
  notice.close();
  await openAlarm(data?.navigate ?? APP);
}

/** Sends the response without opening the app, and shows whether the server has saved it. */
async function respond(
  { title, tag }: Notification,
  data: NoticeData<AlarmPush>,
  { action, title: label }: AlarmPush['actions'][number],
): Promise<void> {
  const replace = (body: string, rest: object) =>
    show({ title, options: { ...icons(), body, lang: 'sv', tag, data, ...rest } });
  await replace(NOTICES.sending, { silent: true });
  const isSaved = await post(`/alarms/${data.alarmId}/responses`, data.ticket, {
    response: action,
  });
  if (isSaved) await replace(NOTICES.responded(label), { silent: true });
  else await replace(NOTICES.notSent, { renotify: true, requireInteraction: true });
  await closeNotices(data.alarmId, tag);
}

const isAlarm = (data: NoticeData<Partial<AlarmPush>> | null): data is NoticeData<AlarmPush> =>
  data?.kind === 'alarm' && data.ticket !== undefined;
