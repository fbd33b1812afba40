const NAME = 'resq';
/** The names of the stores. Their content survives a reload and a crash of the browser. */
export type StoreName = 'presses';

let opening: Promise<IDBDatabase> | undefined;

/**
 * Runs one request in one transaction. Calls run in the order in which they were made.
 * @returns the request's result, once the transaction is complete
 * @throws when the browser has no database, or cannot write. The promise may also never settle
 *   (private windows of some browsers), so callers need a timeout
 */
export async function inStore<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  makeRequest: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  opening ??= open();
  const database = await opening;
  const transaction = database.transaction(name, mode);
  const request = makeRequest(transaction.objectStore(name));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () =>
      reject(transaction.error ?? new Error('the transaction was aborted'));
  });
}

async function open(): Promise<IDBDatabase> {
  try {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('presses' satisfies StoreName);
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () =>
        reject(request.error ?? new Error('the database could not be opened'));
    });
    // A newer page in another tab upgrades the database. An open connection would block both pages.
    database.onversionchange = () => {
      database.close();
      opening = undefined;
    };
    database.onclose = () => (opening = undefined);
    return database;
  } catch (error) {
    opening = undefined;
    throw error;
  }
}
