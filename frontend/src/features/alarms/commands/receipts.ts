import type { ReceiptLevel } from '@contract/alarm';
import { retryUntil } from '../../../lib/net/retry-until.js';
import { sendReceipt } from './alarms-api.js';

/** Keys of the started reports, so that this device reports each level of an alarm once. */
const reported = new Set<string>();
let running = new AbortController();

/**
 * Sends a receipt until the server has it, refuses it, or the alarm is over.
 * @param helpAt the time of the newest call for help that the person has seen
 */
export async function reportReceipt(
  alarmId: string,
  level: ReceiptLevel,
  isActive: () => boolean,
  helpAt?: string,
): Promise<void> {
  const key = `${alarmId} ${level} ${helpAt ?? ''}`;
  if (reported.has(key)) return;
  reported.add(key);
  const { signal } = running;
  const isOver = () => signal.aborted || !isActive();
  if (isOver()) return;
  // A refused receipt is dropped: another attempt would be refused too.
  await retryUntil(() => sendReceipt(alarmId, level, helpAt), { isOver }).catch(() => undefined);
}

/** Stops and clears all reports: the next user of this tab has reported nothing yet. */
export function forgetReceipts(): void {
  running.abort();
  running = new AbortController();
  reported.clear();
}
