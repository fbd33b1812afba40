import { inStore } from '../../../lib/browser/database.js';
import type { PressRecord } from './press.js';

const STORE = 'presses';

/** Saves a press. None of these three rejects: a failing storage must not stop an alarm. */
export async function savePress(record: PressRecord): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.put(record, record.press.alarmId)).catch(
    () => undefined,
  );
}

export async function deletePress(alarmId: string): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.delete(alarmId)).catch(() => undefined);
}

/** Deletes the presses of all users, because a sign-out must leave none behind. */
export async function deleteAllPresses(): Promise<void> {
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
