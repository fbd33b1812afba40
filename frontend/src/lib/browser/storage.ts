/** Replaces a storage that the browser refuses altogether (reading it throws). */
class Memory {
  private readonly values = new Map<string, string>();
  getItem = (key: string) => this.values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.values.set(key, value);
  removeItem = (key: string) => void this.values.delete(key);
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function usable(open: () => Storage): Store {
  try {
    const store = open();
    store.getItem('resq');
    return store;
  } catch {
    return new Memory();
  }
}

export const local = usable(() => window.localStorage);
export const perTab = usable(() => window.sessionStorage);

/** @returns undefined also for invalid JSON, which another script may have written */
export function readJson(store: Store, key: string): unknown {
  const text = store.getItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Ignores a failed write: a full disk must not stop a sign-in. */
export function write(store: Store, key: string, text: string): void {
  try {
    store.setItem(key, text);
  } catch {
    // Only this value is missing after a reload; nothing else breaks.
  }
}
