import { withTimeout } from '../time/with-timeout.js';

/** Web Push in this browser. Nothing here sends a request to the server. */

/** The service worker may still be loading when the page asks for it. */
const READY_MS = 10_000;

/**
 * `insecure`: the page was opened over plain HTTP. `homeScreen`: an iPhone or iPad, where only an app
 * on the home screen can receive push.
 */
export type PushSupport = 'supported' | 'insecure' | 'homeScreen' | 'unsupported';

export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure';
  const hasPush = 'Notification' in window && 'PushManager' in window;
  if (hasPush && 'serviceWorker' in navigator) return 'supported';
  // Only browsers of an iPhone or iPad have this property.
  const { standalone } = navigator as Navigator & { standalone?: boolean };
  return standalone === false ? 'homeScreen' : 'unsupported';
}

/** Calls `changed` when the user gives or takes the permission. Safari does not say it. */
export function watchPermission(changed: () => void): () => void {
  let status: PermissionStatus | undefined;
  let isOver = false;
  const follow = (found: PermissionStatus) => {
    status = found;
    if (!isOver) status.addEventListener('change', changed);
  };
  const permissions = navigator.permissions as Permissions | undefined;
  void permissions?.query({ name: 'notifications' }).then(follow, () => undefined);
  return () => {
    isOver = true;
    status?.removeEventListener('change', changed);
  };
}

export async function hasSubscription(): Promise<boolean> {
  return Boolean(await (await registration()).pushManager.getSubscription());
}

/**
 * Returns the subscription for the server's key. The user has given the permission already.
 * @param isFresh replaces the present subscription, also one with the same key
 * @throws when the browser or its push service refuses
 */
export async function subscribe(key: string, isFresh = false): Promise<PushSubscription> {
  const { pushManager } = await registration();
  const present = await pushManager.getSubscription();
  if (present && !isFresh && keyOf(present) === key) return present;
  // A browser refuses a second subscription with another key.
  await present?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

export async function unsubscribe(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const found = await workers?.getRegistration();
  await (await found?.pushManager.getSubscription())?.unsubscribe();
}

async function registration(): Promise<ServiceWorkerRegistration> {
  const found = await withTimeout(READY_MS, navigator.serviceWorker.ready);
  if (!found) throw new Error('no service worker');
  return found;
}

/** Returns the key in the form in which the server sends it: base64url without padding. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
