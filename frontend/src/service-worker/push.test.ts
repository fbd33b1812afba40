import type { AlarmPush, PushBody, PushData } from '@contract/push';
import { beforeEach, expect, it, vi } from 'vitest';
import type { PushNotice } from './notices.js';

/** The worker's answers to pushes and presses, with the browser and the server replaced. */

const ALARM = 'a0000000-0000-4000-8000-000000000001';
const NOT_SENT = 'Svaret är inte skickat. Öppna ResQ.';
const SENT_AT = '2026-11-22T14:05:00.000Z';
const SENT_MS = Date.parse(SENT_AT);
/** The phone's clock is wrong. */
const PHONE_MS = SENT_MS - 3_600_000;

type Options = PushNotice['options'];

/** The notifications that the browser shows, by tag. */
const shown = new Map<string, Options>();
const noticeOf = (tag: string): Notification => {
  const { data } = shown.get(tag) ?? {};
  const close = () => shown.delete(tag);
  return { title: 'Brandlarm', tag, data: data as unknown, close } as unknown as Notification;
};
const texts = () => [...shown.values()].map(({ body }) => body);

/** The responses that arrived at the server, and its answers: undefined when it cannot be reached. */
let responses: unknown[];
let answers: ({ response?: string } | undefined)[];

let tabs: object[];
/** The addresses that windows were opened with. */
let opened: string[];

let worker: typeof import('./push.js');

beforeEach(async () => {
  vi.useFakeTimers({ now: PHONE_MS });
  shown.clear();
  [responses, answers] = [[], []];
  vi.stubGlobal('Notification', { maxActions: 2 });
  tabs = [];
  opened = [];
  vi.stubGlobal('clients', {
    matchAll: () => Promise.resolve(tabs),
    openWindow: (address: string) => Promise.resolve(opened.push(address)),
  });
  vi.stubGlobal('registration', {
    getNotifications: () => Promise.resolve([...shown.keys()].map(noticeOf)),
    showNotification: (_title: string, options: Options) => {
      shown.set(options.tag ?? '', options);
      return Promise.resolve();
    },
  });
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
    if (!url.endsWith('/responses')) return Promise.resolve(new Response(null, { status: 204 }));
    responses.push(JSON.parse(body as string));
    const answer = answers.shift();
    if (!answer) return Promise.reject(new TypeError('lost network'));
    return Promise.resolve(Response.json(answer));
  });
  vi.resetModules();
  worker = await import('./push.js');
});

function deliver(data: PushData, tag: string): Promise<void> {
  const notification = { title: 'Brandlarm', body: '', tag, lang: 'sv', navigate: '/app', data };
  const body = { notification } as PushBody;
  return worker.receive({ json: () => body } as PushMessageData);
}

async function showAlarm(change: Partial<AlarmPush> = {}): Promise<void> {
  const data = {
    ...{ kind: 'alarm', alarmId: ALARM, type: 'fire', exercise: false, step: 0, ticket: 'ticket' },
    sentAt: SENT_AT,
    expiresAt: new Date(SENT_MS + 3_600_000).toISOString(),
    actions: [
      { action: 'safe', title: 'Jag är i säkerhet' },
      { action: 'need_help', title: 'Jag behöver hjälp' },
    ],
    ...change,
  } as AlarmPush;
  await deliver(data, `${ALARM}:${data.step}`);
}

const close = (over?: boolean) => {
  const state = over === undefined ? {} : { over };
  return deliver({ kind: 'close', alarmId: ALARM, buildingId: 'b', ...state }, `${ALARM}:0`);
};

/** Presses a button of the notification and waits for its outcome, for half a minute at most. */
async function press(action: string, step = 0): Promise<void> {
  const answered = worker.click(noticeOf(`${ALARM}:${step}`), action);
  await vi.advanceTimersByTimeAsync(30_000);
  await answered;
}

it('repeats an answer with the server’s time of its press', async () => {
  await showAlarm();
  vi.setSystemTime(PHONE_MS + 10_000);
  answers = [undefined, undefined, { response: 'safe' }];
  await press('safe');
  const answer = { response: 'safe', turn: SENT_MS + 10_000 };
  expect(responses).toEqual([answer, answer, answer]);
  expect(texts()).toEqual(['Ditt svar: Jag är i säkerhet.']);
});

it('has not sent an answer that a network has accepted instead of the server', async () => {
  await showAlarm();
  answers = [{}];
  await press('safe');
  expect(texts()).toEqual([NOT_SENT]);
});

it('gives a later press a higher turn, also after a push that took longer on its way', async () => {
  answers = [{ response: 'safe' }, { response: 'need_help' }];
  await showAlarm();
  await press('safe');
  await showAlarm({ step: 1, sentAt: new Date(SENT_MS - 3_600_000).toISOString() });
  await press('need_help', 1);
  expect(responses).toMatchObject([{ turn: SENT_MS }, { turn: SENT_MS + 1 }]);
});

it('answers a push of an older server without a turn', async () => {
  await showAlarm({ sentAt: undefined });
  answers = [{ response: 'safe' }];
  await press('safe');
  expect(responses).toEqual([{ response: 'safe' }]);
});

it.each([
  ['one of its own answers', 'need_help', 'Ditt svar: Jag behöver hjälp.'],
  ['an answer of the page', 'coming', 'Ditt svar: Jag kan hjälpa till.'],
  ['an answer of a newer release', 'unknown', 'Du har svarat på larmet.'],
])('shows %s that has overtaken the pressed one', async (_, response, text) => {
  await showAlarm();
  answers = [{ response }];
  await press('safe');
  expect(texts()).toEqual([text]);
});

it('never gives up a call for help for an answer that seems newer', async () => {
  await showAlarm();
  answers = [{ response: 'safe' }, { response: 'need_help' }];
  await press('need_help');
  expect(responses).toEqual([{ response: 'need_help', turn: SENT_MS }, { response: 'need_help' }]);
  expect(texts()).toEqual(['Ditt svar: Jag behöver hjälp.']);
});

it.each([
  ['an answer that was saved', 'safe', true, 'safe', []],
  ['one that was not', 'safe', true, undefined, []],
  ['one whose server does not say why it closes', 'safe', undefined, undefined, []],
  // The page asks at the alarm's end whether help is needed.
  ['an unsent call for help', 'need_help', true, undefined, [NOT_SENT]],
  ['one while the alarm goes on', 'safe', false, undefined, [NOT_SENT]],
])('after a close push, the outcome of %s', async (_, action, over, response, expected) => {
  await showAlarm();
  const pressed = worker.click(noticeOf(`${ALARM}:0`), action);
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(['Skickar svaret …']);
  await close(over);
  if (response) answers.push({ response });
  await vi.advanceTimersByTimeAsync(30_000);
  await pressed;
  expect(texts()).toEqual(expected);
});

it('opens the alarm within the second that browsers allow when no tab answers', async () => {
  await showAlarm();
  tabs = [{ postMessage: () => undefined }];
  const pressed = worker.click(noticeOf(`${ALARM}:0`), '');
  await vi.advanceTimersByTimeAsync(500);
  expect(opened).toEqual(['/app']);
  await pressed;
});

it.each([
  ['a notice', 'notice', ['push:open', 'focus', 'push:show']],
  ['an alarm', 'alarm', ['push:open', 'focus']],
])('a press on %s shows an open tab', async (_, kind, expected) => {
  const done: string[] = [];
  const postMessage = ({ type }: { type: string }, [port]: MessagePort[] = []) => {
    done.push(type);
    port?.postMessage(true);
  };
  tabs = [{ postMessage, focus: () => Promise.resolve(done.push('focus')) }];
  const data = { kind, alarmId: ALARM, ticket: 'ticket', actions: [] };
  await deliver(data as unknown as PushData, 'any');
  await worker.click(noticeOf('any'), '');
  expect(done).toEqual(expected);
  expect(opened).toEqual([]);
});

it('a press leaves the notification of an alarm until its end', async () => {
  await showAlarm();
  const pressed = worker.click(noticeOf(`${ALARM}:0`), '');
  await vi.advanceTimersByTimeAsync(500);
  await pressed;
  expect(opened).toEqual(['/app']);
  expect(shown.size).toBe(1);
  await close(true);
  expect(shown.size).toBe(0);
});

it.each<[string, () => Promise<void>]>([
  // Its close push may have been lost.
  ['an alarm that has expired', () => showAlarm({ expiresAt: SENT_AT })],
  [
    'an answer that was not sent before the end',
    async () => {
      await showAlarm();
      const answered = press('need_help');
      await close(true);
      await answered;
    },
  ],
  // The page may change the response, and its own close push passes over this device.
  [
    'a response that was saved',
    async () => {
      await showAlarm();
      answers = [{ response: 'safe' }];
      await press('safe');
    },
  ],
  [
    'a response that was not saved',
    async () => {
      await showAlarm();
      await press('safe');
    },
  ],
  ['a test', () => deliver({ kind: 'test', testId: 't', ticket: 'ticket' }, `${ALARM}:0`)],
])('a press closes the notification of %s', async (_, show) => {
  await show();
  expect(shown.size).toBe(1);
  vi.setSystemTime(SENT_MS);
  await worker.click(noticeOf(`${ALARM}:0`), '');
  expect(shown.size).toBe(0);
});
