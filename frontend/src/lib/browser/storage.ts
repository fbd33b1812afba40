type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Keeps in memory what the browser does not save, because its disk is full or it refuses storage
 * altogether (reading it throws). An id that is made anew at each use would be a stranger's.
 */
function usable(open: () => Storage): Store {
  const unsaved = new Map<string, string>();
  let store: Storage | undefined;
  try {
    store = open();
    store.getItem('resq');
  } catch {
    store = undefined;
  }
  return {
    getItem: (key) => store?.getItem(key) ?? unsaved.get(key) ?? null,
    setItem: (key, text) => {
      unsaved.set(key, text);
      store?.setItem(key, text);
      if (store) unsaved.delete(key);
    },
    removeItem: (key) => {
      unsaved.delete(key);
      store?.removeItem(key);
    },
  };
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
    // The value is missing after a reload; until then `getItem` returns it.
  }
}
