/**
 * The homes that the offline page names, so that a resident can tell 112 where the danger is. Tabs
 * write them, and the service worker reads them. A cache needs no schema, so a page of the last
 * release can still read it.
 */
export interface OfflineHome {
  building: string;
  address: string;
  entrance?: string;
  apartment: string;
}

const CACHE = 'resq-homes';
/** Nothing is served at this address. */
const ADDRESS = '/offline-homes';

/** A browser on plain HTTP, and some private windows, have no caches. */
const storage = (): CacheStorage | undefined => (globalThis as { caches?: CacheStorage }).caches;

/** Replaces the saved homes. Never rejects: without them the offline page only names 112. */
export async function saveHomes(homes: OfflineHome[]): Promise<void> {
  try {
    if (homes.length === 0) return void (await storage()?.delete(CACHE));
    // A page that is left while it writes may lose the entry, so what has not changed stays.
    if (JSON.stringify(await readHomes()) === JSON.stringify(homes)) return;
    const cache = await storage()?.open(CACHE);
    await cache?.put(ADDRESS, Response.json(homes));
  } catch {
    // The browser refuses the cache.
  }
}

export async function readHomes(): Promise<OfflineHome[]> {
  try {
    const saved = await storage()?.match(ADDRESS, { cacheName: CACHE });
    return ((await saved?.json()) as OfflineHome[] | undefined) ?? [];
  } catch {
    return [];
  }
}

/** The messages of the service worker to the tabs of its browser. */
export type TabMessage =
  /** Asks whether this tab sounds the alarm. Only a tab that does answers. */
  | { type: 'push:alarm'; alarmId: string }
  /** Asks whether this tab receives alarms, so that it can be shown. Only a tab that does answers. */
  | { type: 'push:open' }
  /** A notice was pressed, so this tab opens its page. */
  | { type: 'push:show'; address: string }
  /** The notification of a test is shown. */
  | { type: 'push:test'; testId: string }
  /** The browser replaced or ended the subscription, so a tab must save the new one. */
  | { type: 'push:changed' };
