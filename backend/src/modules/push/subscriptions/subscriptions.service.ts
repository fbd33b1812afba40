import { ECDH, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { PushSubscriptionRequest, PushTest } from '../../../contract/push.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { deviceLabel } from '../../../platform/http/request-headers.js';
import { PersonLimits, limitOf } from '../../../platform/limits/person-limits.js';
import type { Logger } from '../../../platform/logging.js';
import { ChangeSignals } from '../../../platform/realtime/change-signals.js';
import { CONFIG, LOGGER } from '../../../platform/tokens.js';
import type { Actor } from '../../auth/actor.js';
import { PushTicketsService, testPurpose } from '../../auth/tickets/push-tickets.service.js';
import { DevicesService } from '../../buildings/devices/devices.service.js';
import { testBody } from '../alarms/push-bodies.js';
import { PushSender } from '../sending/push-sender.js';
import { isPushService } from '../sending/push-service.js';
import { SubscriptionRepository, type OwnTarget } from './subscription.repository.js';

/** A device that is switched on confirms within seconds. */
const TTL_S = 60;
const TICKET_MS = 10 * 60_000;
const TOPIC = 'test';
/** Every device of a user confirms each of their tests once. A ticket that is replayed counts as well. */
const CONFIRM_LIMIT = limitOf('push test confirmed', 60);

/**
 * Saves, tests and removes the push subscriptions of a user's devices. A test push that its service
 * worker confirms makes a device ready by push.
 */
@Injectable()
export class SubscriptionsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly devices: DevicesService,
    private readonly subscriptions: SubscriptionRepository,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly sender: PushSender,
    private readonly tickets: PushTicketsService,
    private readonly limits: PersonLimits,
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

  /** @param deviceId undefined for all devices of the user */
  async sendTest({ userId }: Actor, deviceId: string | undefined): Promise<PushTest> {
    const testId = randomUUID();
    const targets = await this.subscriptions.findLive(userId, deviceId);
    const outcomes = await Promise.all(
      targets.map((target) => this.sendTestTo(userId, target, testId)),
    );
    const dead = targets.filter((_target, n) => outcomes[n] === 'dead');
    await this.subscriptions.markDead(dead, this.clock.now());
    return { testId, sent: outcomes.filter((outcome) => outcome === 'sent').length };
  }

  /** @throws AppError auth.required (ticket), request.rate_limited, push.subscription_not_found */
  async confirmTest(ticket: string, testId: string): Promise<void> {
    const holder = this.tickets.verify(ticket, testPurpose(testId));
    await this.limits.take(CONFIRM_LIMIT, holder.userId);
    const confirmed = await this.subscriptions.markTested(holder, this.clock.now());
    if (!confirmed) throw new AppError('push.subscription_not_found');
  }

  private async sendTestTo(userId: string, target: OwnTarget, testId: string): Promise<string> {
    const { deviceId, sessionId, subscriptionId } = target;
    const holder = { userId, deviceId, sessionId, subscriptionId, purpose: testPurpose(testId) };
    const ticket = this.tickets.sign(holder, this.clock.in(TICKET_MS));
    const body = testBody(this.config.publicUrl, { kind: 'test', testId, ticket });
    const { result } = await this.sender.send(target, body, { ttlS: TTL_S, topic: TOPIC });
    return result;
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
