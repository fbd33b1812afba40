import { randomUUID } from 'node:crypto';
import type { Device } from '../../src/contract/devices.js';
import type { Page } from '../../src/contract/http.js';
import type { SavedPushSubscription } from '../../src/contract/push.js';
import { call, type Person } from './client.js';
import type { PushService, TestSubscription } from './push-service.js';

/** A person's browser that receives pushes. */
export interface PushDevice {
  deviceId: string;
  subscription: TestSubscription;
  subscriptionId: string;
}

/** Subscribes a browser of the person, as the check page does. */
export async function subscribe(
  app: { url: string },
  service: PushService,
  { token }: { token: string },
  deviceId: string = randomUUID(),
): Promise<PushDevice> {
  const subscription = service.newSubscription();
  const { status, body } = await call<SavedPushSubscription>(app, 'POST /push/subscriptions', {
    token,
    body: { ...subscription.request(deviceId), expirationTime: null },
  });
  if (status !== 201) throw new Error(`not subscribed: ${status} ${JSON.stringify(body)}`);
  return { deviceId, subscription, subscriptionId: body.id };
}

export async function deviceOf(
  app: { url: string },
  { token }: Person,
  deviceId: string,
): Promise<Device | undefined> {
  const { body } = await call<Page<Device>>(app, 'GET /devices', { token });
  return body.items.find(({ id }) => id === deviceId);
}
