import type { Membership } from '@contract/http';
import { inStore } from '../../../lib/browser/database.js';
import type { Press } from './send-loop.js';

/** Where somebody sends from, as the sheet shows it. */
export type Sender = Pick<Membership, 'id' | 'building' | 'entrance' | 'apartment'>;

/** One press with all that is needed to go on with it after a reload or a crash. */
export interface PressRecord {
  press: Press;
  sender: Sender;
  userId: string;
  /** By this browser's clock. */
  pressedAtMs: number;
  /** By the server's, where it was known. */
  pressedAtServerMs?: number;
  /** The server's words: it will not take it. */
  refusal?: string;
}

const STORE = 'presses';

/** A browser that keeps nothing must not stop an alarm: none of these three ever rejects. */
export async function keepPress(record: PressRecord): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.put(record, record.press.alarmId)).catch(
    () => undefined,
  );
}

export async function dropPress(alarmId: string): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.delete(alarmId)).catch(() => undefined);
}

/** Nothing of a person who signs out stays behind. */
export async function dropAllPresses(): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.clear()).catch(() => undefined);
}

/**
 * What one person pressed last and has not seen the end of. Everything else goes: an older press,
 * and whatever another person left behind in this browser.
 * @throws where the browser cannot tell
 */
export async function lastPressOf(userId: string): Promise<PressRecord | undefined> {
  const found = await inStore<PressRecord[]>(
    STORE,
    'readonly',
    (store) => store.getAll() as IDBRequest<PressRecord[]>,
  );
  const own = found.filter((record) => record.userId === userId);
  const [last] = own.sort((a, b) => b.pressedAtMs - a.pressedAtMs);
  for (const record of found) if (record !== last) void dropPress(record.press.alarmId);
  return last;
}
