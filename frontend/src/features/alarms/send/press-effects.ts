import type { Alarm } from '@contract/alarm';
import { inStore } from '../../../lib/browser/database.js';
import { holdTabLock } from '../../../lib/browser/tab-lock.js';
import { serverNow } from '../../../lib/time/clock.js';
import { withTimeout } from '../../../lib/time/with-timeout.js';
import { fetchAlarms } from '../commands/alarms-api.js';
import { feedOf } from '../feed/feed-store.js';
import type {
  Clocks,
  DatabaseWrite,
  EffectResult,
  PressEffect,
  PressMessage,
  PressRecord,
} from './press.js';
import { RETRY_MS, startSending, transport } from './send-loop.js';
import { showProgress, useSend } from './send-store.js';

/** The database of a private window may never reply, so an alarm waits for it this long at most. */
const DATABASE_MS = 150;

type Report = (result: EffectResult) => void;

let stopSending: (() => void) | undefined;
let heartbeat: ReturnType<typeof setInterval> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Aborted when this tab gives up its turn, or stops waiting for one. */
let turn = new AbortController();

/**
 * Runs one effect of the reducer; `PressEffect` describes each.
 * @param report called with its results, if it has any
 */
export function runEffect(effect: PressEffect, report: Report): void {
  switch (effect.type) {
    case 'savePress':
    case 'deletePress':
      return void write(effect);
    case 'deleteAllPresses':
      return void deleteAllPresses();
    case 'saveBeforeSending': {
      const saving = withTimeout(DATABASE_MS, savePress(effect.record));
      return void saving.then(() => report({ type: 'saved' }));
    }
    case 'startSending':
      return beginSending(effect.record, report);
    case 'stop':
      stopSending?.();
      stopSending = undefined;
      clearTimeout(timer);
      return clearInterval(heartbeat);
    case 'startTimer':
      clearTimeout(timer);
      timer = setTimeout(() => report({ type: effect.leadsTo }), effect.ms);
      return;
    case 'stopTimer':
      return clearTimeout(timer);
    case 'holdTurn':
      turn = new AbortController();
      return takeTurn(effect.alarmId, turn.signal, () => undefined);
    case 'awaitTurn':
      turn = new AbortController();
      return takeTurn(effect.alarmId, turn.signal, () => report({ type: 'turnCame' }));
    case 'releaseTurn':
      return release(turn, effect.after);
    case 'postToTabs':
      return postToTabs(effect.message);
    case 'readRecord':
      return void readRecord(effect.record, report);
    case 'readOutcome':
      return void readOutcome(effect.record, report);
    case 'showProgress':
      return showProgress(effect.record, effect.progress);
    case 'hideSheet':
      return useSend.setState({ sheet: undefined, state: undefined });
    case 'showNothing':
      return useSend.setState({}, true);
  }
}

function write(change: DatabaseWrite): Promise<void> {
  return change.type === 'savePress' ? savePress(change.record) : deletePress(change.alarmId);
}

function release(mine: AbortController, after: DatabaseWrite | undefined): void {
  if (!after) return mine.abort();
  void withTimeout(DATABASE_MS, write(after)).then(() => mine.abort());
}

function beginSending(record: PressRecord, report: Report): void {
  heartbeat = setInterval(() => report({ type: 'heartbeatDue' }), RETRY_MS);
  stopSending = startSending(
    record.press,
    transport,
    (progress) => report({ type: 'progressed', progress }),
    record.pressedAtMs,
  );
}

async function readRecord(record: PressRecord, report: Report): Promise<void> {
  const read = loadLastPress(record.userId).then(
    (found) => ({ found }),
    () => undefined,
  );
  const answer = await withTimeout(DATABASE_MS, read);
  const isFeedKnown = feedOf(record.press.buildingId).cursor !== undefined;
  report({ type: 'recordRead', answer, nowMs: Date.now(), isFeedKnown });
}

/**
 * Reads the history, which replies with 200 whether or not the press became an alarm. It also has
 * alarms that began and ended while this page had no connection.
 */
async function readOutcome({ press }: PressRecord, report: Report): Promise<void> {
  const { buildingId, type } = press;
  try {
    const { items: alarms } = await fetchAlarms(buildingId, { type });
    report({ type: 'outcomeRead', alarms, clocks: clocks() });
  } catch {
    // The next change of the feed leads to another read.
  }
}

export const clocks = (): Clocks => ({ nowMs: Date.now(), serverNowMs: serverNow() });

export function alarmsInFeed({ press }: PressRecord): Alarm[] {
  const { active, ended } = feedOf(press.buildingId);
  return [...Object.values(active), ...ended];
}

const STORE = 'presses';

/** Saves a press. None of these three rejects: a failing storage must not stop an alarm. */
async function savePress(record: PressRecord): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.put(record, record.press.alarmId)).catch(
    () => undefined,
  );
}

async function deletePress(alarmId: string): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.delete(alarmId)).catch(() => undefined);
}

/** Deletes the presses of all users, because a sign-out must leave none behind. */
async function deleteAllPresses(): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.clear()).catch(() => undefined);
}

/**
 * Returns a user's last unsettled press. Deletes all others: older presses, and those of other
 * users of this browser.
 * @throws when the browser has no database, or cannot read it
 */
export async function loadLastPress(userId: string): Promise<PressRecord | undefined> {
  const found = await inStore<PressRecord[]>(
    STORE,
    'readonly',
    (store) => store.getAll() as IDBRequest<PressRecord[]>,
  );
  const own = found.filter((record) => record.userId === userId);
  const [last] = own.sort((a, b) => b.pressedAtMs - a.pressedAtMs);
  for (const record of found) if (record !== last) void deletePress(record.press.alarmId);
  return last;
}

// A browser may lack channels or locks. Then each tab sends, and the server saves one id once.
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('resq-press');

function postToTabs(message: PressMessage): void {
  channel?.postMessage(message);
}

export function onTabMessage(handler: (message: PressMessage) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<PressMessage>) => handler(data));
}

/**
 * Calls `begin` when no other tab of this browser sends this press, and keeps the others waiting
 * until `signal` aborts.
 */
function takeTurn(alarmId: string, signal: AbortSignal, begin: () => void): void {
  holdTabLock(`resq-press-${alarmId}`, signal, begin);
}
