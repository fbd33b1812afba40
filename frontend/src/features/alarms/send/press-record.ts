import { inStore } from '../../../lib/browser/database.js';
import type { PressRecord } from './press.js';

const STORE = 'presses';

/** A browser that saves nothing must not stop an alarm: none of these three ever rejects. */
export async function savePress(record: PressRecord): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.put(record, record.press.alarmId)).catch(
    () => undefined,
  );
}

export async function deletePress(alarmId: string): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.delete(alarmId)).catch(() => undefined);
}

/** A person who signs out leaves no press behind. */
export async function deleteAllPresses(): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.clear()).catch(() => undefined);
}

/**
 * Reads the last press of a person that is not settled. Deletes everything else: older presses, and
 * whatever another person left behind in this browser.
 * @throws where the browser has no database, or cannot read it
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
