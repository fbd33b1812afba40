import type { Device } from '@contract/devices';
import type { Page } from '@contract/http';
import type {
  PushKey,
  PushSubscriptionRequest,
  PushTest,
  SavedPushSubscription,
} from '@contract/push';
import { deviceId } from '../../../lib/browser/ids.js';
import { request } from '../../../lib/net/http.js';

export const fetchPushKey = async () => (await request<PushKey>('GET', '/push/key')).key;

export async function saveSubscription(subscription: PushSubscription): Promise<string> {
  const { endpoint, keys } = subscription.toJSON() as PushSubscriptionRequest;
  const body: PushSubscriptionRequest = { deviceId: deviceId(), endpoint, keys };
  return (await request<SavedPushSubscription>('POST', '/push/subscriptions', body)).id;
}

export const deleteSubscription = (id: string) =>
  request<undefined>('DELETE', `/push/subscriptions/${id}`);

/** @returns what the server knows of this device; undefined before its first report */
export async function fetchOwnDevice(): Promise<Device | undefined> {
  const { items } = await request<Page<Device>>('GET', '/devices');
  return items.find(({ id }) => id === deviceId());
}

/** Sends a test push to this device. */
export const sendPushTest = () => request<PushTest>('POST', '/push/test', { deviceId: deviceId() });
