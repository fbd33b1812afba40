import type { ReceiptLevel } from '@contract/alarm';
import { ApiError } from '../../../lib/net/http.js';
import { sendReceipt } from './alarms-api.js';

const RETRY_MS = 2_000;

/** What this browser has begun to say, so that it says each thing once. */
const told = new Set<string>();
let running = new AbortController();

/** Says it until the server has it, refuses it, or the alarm no longer goes on. */
export async function tell(
  alarmId: string,
  level: ReceiptLevel,
  goesOn: () => boolean,
): Promise<void> {
  const key = `${alarmId} ${level}`;
  if (told.has(key)) return;
  told.add(key);
  const { signal } = running;
  while (!signal.aborted && goesOn()) {
    try {
      return await sendReceipt(alarmId, level);
    } catch (error) {
      if (error instanceof ApiError && !error.isPassing && error.status !== 401) return;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Another person may sign in, whose device has said nothing yet. */
export function forgetReceipts(): void {
  running.abort();
  running = new AbortController();
  told.clear();
}
