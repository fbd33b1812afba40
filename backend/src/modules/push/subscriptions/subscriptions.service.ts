import { ECDH, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { PushSubscriptionRequest } from '../../../contract/push.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { deviceLabel } from '../../../platform/http/device-label.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { CONFIG, LOGGER } from '../../../platform/tokens.js';
import type { Actor } from '../../auth/actor.js';
import { DevicesService } from '../../buildings/devices/devices.service.js';
import { isPushService } from '../sending/push-service.js';
import { SubscriptionRepository } from './subscription.repository.js';

/** Saves and removes the push subscriptions of a user's devices. */
@Injectable()
export class SubscriptionsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly devices: DevicesService,
    private readonly subscriptions: SubscriptionRepository,
    @Inject(LOGGER) private readonly logger: Logger,
    signals: ChangeSignals,
  ) {
    signals.subscribe('session', (id, way) => {
      if (way === 'process') void this.removeOfEnded(id);
    });
  }

  /**
   * @returns the subscription's id
   * @throws AppError push.service_unknown, request.invalid (keys), device.too_many
   */
  async save(
    { userId, sessionId }: Actor,
    { deviceId, endpoint, keys }: PushSubscriptionRequest,
    userAgent: string | undefined,
  ): Promise<string> {
    if (!isPushService(endpoint, this.config.pushTestHost)) {
      throw new AppError('push.service_unknown');
    }
    if (!areKeysValid(keys)) throw new AppError('request.invalid');
    await this.devices.register({ userId, deviceId, label: deviceLabel(userAgent) });
    const { p256dh, auth } = keys;
    const subscription = { userId, deviceId, sessionId, endpoint, p256dh, auth };
    return this.subscriptions.save({ id: randomUUID(), ...subscription }, this.clock.now());
  }

  /** @throws AppError push.subscription_not_found, the same for another user's subscription */
  async remove({ userId }: Actor, id: string): Promise<void> {
    const removed = await this.subscriptions.delete(userId, id);
    if (!removed) throw new AppError('push.subscription_not_found');
  }

  /** Nothing is sent after a sign-out in any case; housekeeping deletes what this could not. */
  private async removeOfEnded(sessionId: string): Promise<void> {
    try {
      await this.subscriptions.deleteOfEnded(sessionId);
    } catch (error) {
      this.logger.warn(
        { err: error, sessionId },
        'push subscription of an ended sign-in not deleted',
      );
    }
  }
}

const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** @returns whether a push can be encrypted with these keys (RFC 8291): a point on P-256, 16 bytes */
function areKeysValid({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) {
    return false;
  }
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
