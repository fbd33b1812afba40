import type { Device } from '@contract/devices';
import type { Page } from '@contract/http';
import type {
  PushKey,
  PushSubscriptionRequest,
  PushTest,
  SavedPushSubscription,
} from '@contract/push';
import { deviceId } from '../../../lib/browser/ids.js';
import { hasSubscription, pushSupport, subscribe, unsubscribe } from '../../../lib/browser/push.js';
import { local, write } from '../../../lib/browser/storage.js';
import { withTabLock } from '../../../lib/browser/tab-lock.js';
import { request } from '../../../lib/net/http.js';
import { PUSH_KEY, type SavedPush, savedPush, updatePush, usePush } from '../push-state.js';

/** A frozen tab may hold the lock. */
const PATIENCE_MS = 5_000;

/** Identifies the browser's version: an update may change how it shows notifications. */
export const browserVersion = () => navigator.userAgent;

export function savePush(change: SavedPush): void {
  write(local, PUSH_KEY, JSON.stringify({ ...savedPush(), ...change }));
  updatePush();
}

/**
 * Makes browser and server agree with the permission: while it is given, the server has a
 * subscription that works. One tab at a time, or two would replace each other's.
 * @param isFresh replaces a subscription that the push service no longer knows
 * @throws when the browser refuses, or the server has not saved it
 */
export function syncPush({ isFresh = false } = {}): Promise<void> {
  return oneTabAtATime(() => sync(isFresh));
}

const oneTabAtATime = (work: () => Promise<void>) =>
  withTabLock('resq-push', work, { patienceMs: PATIENCE_MS });

async function sync(isFresh: boolean): Promise<void> {
  if (pushSupport() !== 'supported') return updatePush();
  if (Notification.permission !== 'granted') return losePush();
  try {
    savePush({ id: await saveSubscription(await subscribe(await fetchPushKey(), isFresh)) });
  } catch (error) {
    // The server may only be out of reach. Without a subscription nothing can arrive.
    if (!(await hasSubscription().catch(() => false))) losePush();
    throw error;
  }
}

/** Removes the subscription from the server, and remembers it until the user has read it. */
function losePush(): void {
  const { id } = savedPush();
  if (!id) return updatePush();
  savePush({ id: undefined, lost: true });
  void deleteSubscription(id).catch(() => undefined);
}

/** Returns whether the server's subscription or the browser's is missing. */
export async function isSyncMissing(): Promise<boolean> {
  if (pushSupport() !== 'supported') return false;
  const { id } = savedPush();
  if (Notification.permission !== 'granted') return id !== undefined;
  return !id || !(await hasSubscription());
}

/**
 * Reads what the server knows of this browser's subscription. Never rejects.
 * @returns false when the server could not be asked
 */
export async function readOwnPush(): Promise<boolean> {
  try {
    // A device that its user removed has lost its subscription with it.
    usePush.setState({ saved: (await fetchOwnDevice()) ?? { pushSubscription: 'none' } });
    return true;
  } catch {
    return false;
  }
}

/** After a sign-out this browser must receive nothing for the former user. */
export async function forgetPush(): Promise<void> {
  local.removeItem(PUSH_KEY);
  updatePush();
  await oneTabAtATime(unsubscribe).catch(() => undefined);
}

const fetchPushKey = async () => (await request<PushKey>('GET', '/push/key')).key;

async function saveSubscription(subscription: PushSubscription): Promise<string> {
  const { endpoint, keys } = subscription.toJSON() as PushSubscriptionRequest;
  const body: PushSubscriptionRequest = { deviceId: deviceId(), endpoint, keys };
  return (await request<SavedPushSubscription>('POST', '/push/subscriptions', body)).id;
}

const deleteSubscription = (id: string) =>
  request<undefined>('DELETE', `/push/subscriptions/${id}`);

/** @returns what the server knows of this device; undefined when it knows none */
async function fetchOwnDevice(): Promise<Device | undefined> {
  const { items } = await request<Page<Device>>('GET', '/devices');
  return items.find(({ id }) => id === deviceId());
}

/** Sends a test push to this device. */
export const sendPushTest = () => request<PushTest>('POST', '/push/test', { deviceId: deviceId() });
