import { type Alarm, RECEIPT_LEVELS, type ReceiptLevel } from '@contract/alarm';
import { backoffMs, retryUntil } from '../../../lib/net/retry.js';
import { feedOf } from '../feed/feed-store.js';
import { sendReceipt } from './alarms-api.js';

type ReportedAlarm = Pick<Alarm, 'id' | 'buildingId'>;

interface Report {
  level: ReceiptLevel;
  helpAt: string;
}

interface Owed extends Report {
  alarm: ReportedAlarm;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** A longer spread than this is a mistake of the server and is cut. */
const LONGEST_SPREAD_MS = 2_000;
/** The delay between two attempts stops growing here, because the sender waits for the receipt. */
const LONGEST_DELAY_MS = 4_000;

/** The levels that were reported of each alarm, so that this device reports each of them once. */
const reported = new Map<string, Set<string>>();
/** The receipts to send next, by alarm. */
const owed = new Map<string, Owed>();
let running = new AbortController();

/**
 * Reports how far an alarm came on this device. Levels that are reported in one moment are sent as
 * one receipt with the furthest of them, which includes the others. The first receipt waits for a
 * random moment of the spread that the server asks for, because thousands of tabs send theirs.
 * @param helpAt the time of the newest call for help that the person has seen
 */
export function reportReceipt(alarm: ReportedAlarm, level: ReceiptLevel, helpAt = ''): void {
  const levels = reported.get(alarm.id) ?? new Set();
  const isFirst = levels.size === 0;
  const key = `${level} ${helpAt}`;
  if (levels.has(key)) return;
  reported.set(alarm.id, levels.add(key));
  const waiting = owed.get(alarm.id);
  if (waiting) {
    owed.set(alarm.id, { ...waiting, ...further(waiting, { level, helpAt }) });
    return;
  }
  const send = () => sendOwed(alarm.id);
  const waitMs = isFirst ? spreadOf(alarm) * Math.random() : 0;
  const timer = waitMs > 0 ? setTimeout(send, waitMs) : undefined;
  if (!timer) queueMicrotask(send);
  owed.set(alarm.id, { alarm, level, helpAt, timer });
}

/**
 * Sends what is owed at once when the page is hidden, frozen or closed, because its timers may never
 * run again.
 * @returns a function that stops this
 */
export function watchHiding(): () => void {
  const sendAll = () => [...owed.keys()].forEach(sendOwed);
  const hide = () => {
    if (document.visibilityState === 'hidden') sendAll();
  };
  const stopped = new AbortController();
  const { signal } = stopped;
  window.addEventListener('pagehide', sendAll, { signal });
  document.addEventListener('freeze', sendAll, { signal });
  document.addEventListener('visibilitychange', hide, { signal });
  return () => stopped.abort();
}

/** Stops and clears all reports: the next user of this tab has reported nothing yet. */
export function forgetReceipts(): void {
  running.abort();
  running = new AbortController();
  for (const { timer } of owed.values()) clearTimeout(timer);
  owed.clear();
  reported.clear();
}

/** Sends until the server has the receipt, refuses it, or the alarm is over. */
function sendOwed(alarmId: string): void {
  const receipt = owed.get(alarmId);
  if (!receipt) return;
  const { alarm, level, helpAt, timer } = receipt;
  owed.delete(alarmId);
  clearTimeout(timer);
  const { signal } = running;
  const isOver = () => signal.aborted || !feedOf(alarm.buildingId).active[alarm.id];
  if (isOver()) return;
  const attempt = () => sendReceipt(alarm.id, level, helpAt);
  // A refused receipt is dropped: another attempt would be refused too.
  void retryUntil(attempt, { isOver, delayMs }).catch(() => undefined);
}

const delayMs = (failures: number) => backoffMs(failures, LONGEST_DELAY_MS);

/** Returns what includes both reports. */
function further(one: Report, other: Report): Report {
  const rank = ({ level }: Report) => RECEIPT_LEVELS.indexOf(level);
  const { level } = rank(other) > rank(one) ? other : one;
  return { level, helpAt: one.helpAt > other.helpAt ? one.helpAt : other.helpAt };
}

/** Browsers delay the timers of a hidden page, so its receipt does not wait. */
function spreadOf({ buildingId }: ReportedAlarm): number {
  if (document.visibilityState === 'hidden') return 0;
  return Math.min(feedOf(buildingId).receiptsWithinMs, LONGEST_SPREAD_MS);
}
