import type { Alarm, AlarmType } from '@contract/alarm';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { karl as karlAsNeighbour, makeAlarm, membership, NOW } from './fixtures.js';

/** A browser with a fake server and several tabs, each with its own instances of the modules. */

export const karl = { id: 'karl', email: 'karl@resq.example', roles: [] };
export const lisa = { id: 'lisa', email: 'lisa@resq.example', roles: [] };

export interface Call {
  method: string;
  path: string;
  body?: Record<string, unknown>;
}
export let calls: Call[] = [];
const isPress = ({ method, path }: Call) => method === 'POST' && path.endsWith('/alarms');
export const raised = () => calls.filter(isPress);
export const ids = () => new Set(raised().map(({ body }) => body?.alarmId));
export const pressedId = () => raised()[0]?.body?.alarmId as string;

export const down = () => Promise.reject(new TypeError('down'));
export const saves = ({ body }: Call) => {
  const alarm = makeAlarm({ id: body?.alarmId as string, sender: karlAsNeighbour });
  return Promise.resolve(Response.json({ alarm, epoch: 'e', seq: 1, merged: false }));
};
let answer: (call: Call) => Promise<Response>;
let history: Alarm[];

export function beginBrowser(): void {
  vi.useFakeTimers({ now: NOW });
  calls = [];
  history = [];
  answer = () => new Promise(() => undefined);
  FakeChannel.open = [];
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(new FakeLocks() as unknown as LockManager);
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
    const sent = typeof body === 'string' ? (JSON.parse(body) as Call['body']) : undefined;
    const call = { method: method ?? 'GET', path, ...(sent && { body: sent }) };
    calls.push(call);
    if (isPress(call)) return answer(call);
    return Promise.resolve(Response.json({ items: history, next: null }));
  });
}

export function serverAnswers(by: typeof answer): void {
  answer = by;
}

export function serverHolds(alarms: Alarm[]): void {
  history = alarms;
}

export type OpenTab = Awaited<ReturnType<typeof openTab>>;

/** @param user the signed-in user of the tab */
export async function openTab(user = karl) {
  vi.resetModules();
  const session = await import('../../../lib/session/session.js');
  const pressing = await import('../send/press-machine.js');
  const { dispatch } = await import('../send/press-machine.js');
  const store = await import('../send/send-store.js');
  const feed = await import('../feed/feed-store.js');
  session.begin({
    user,
    accessToken: `token of ${user.id}`,
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
  });
  return {
    ...pressing,
    session,
    feed,
    openSheet: (type: AlarmType) => store.openSheet(membership, type),
    press: (separate = false) => {
      store.openSheet(membership, 'fire');
      pressing.sendAlarm(separate);
    },
    resume: async () => {
      const resuming = pressing.resumeSending();
      await soon();
      await resuming;
    },
    state: () => store.useSend.getState().state,
    sheet: () => store.useSend.getState().sheet,
    sent: () => store.useSend.getState().sent,
    /** Acts like a crash: the tab posts nothing, and the browser releases its locks. */
    dies: () => dispatch({ type: 'userChanged', hasSignedOut: false }),
  };
}

/** Opens a tab and presses fire. The server does not reply until `serverAnswers` is called. */
export async function pressed(): Promise<OpenTab> {
  const tab = await openTab();
  tab.press();
  await soon();
  return tab;
}

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Waits long enough for the database too, which replies in tasks of its own. */
export const soon = () => pass(20);

export async function written(): Promise<{ press: { alarmId: string } }[]> {
  const { inStore } = await import('../../../lib/browser/database.js');
  const reading = inStore('presses', 'readonly', (store) => store.getAll());
  await soon();
  return reading as Promise<{ press: { alarmId: string } }[]>;
}

class FakeChannel {
  static open: FakeChannel[] = [];
  private readonly handlers: ((event: { data: unknown }) => void)[] = [];
  constructor() {
    FakeChannel.open.push(this);
  }
  addEventListener(_: string, handler: (event: { data: unknown }) => void) {
    this.handlers.push(handler);
  }
  postMessage(data: unknown) {
    const copy = structuredClone(data);
    for (const other of FakeChannel.open) {
      if (other !== this)
        other.handlers.forEach((handle) => queueMicrotask(() => handle({ data: copy })));
    }
  }
}

class FakeLocks {
  private readonly queues = new Map<string, Promise<unknown>>();
  request(name: string, ...rest: unknown[]) {
    const work = rest.at(-1) as () => Promise<unknown>;
    const turn = (this.queues.get(name) ?? Promise.resolve()).then(work);
    this.queues.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  }
}
