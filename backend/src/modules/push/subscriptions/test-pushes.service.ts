import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { PushTest } from '../../../contract/push.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { PersonLimits, type Limit } from '../../../platform/limits/person-limits.js';
import { CONFIG } from '../../../platform/tokens.js';
import type { Actor } from '../../auth/actor.js';
import { PushTicketsService, testPurpose } from '../../auth/tickets/push-tickets.service.js';
import { testBody } from '../alarms/push-bodies.js';
import { PushSender } from '../sending/push-sender.js';
import { SubscriptionRepository, type OwnTarget } from './subscription.repository.js';

/** A device that is switched on confirms within seconds. */
const TTL_S = 60;
const TICKET_MS = 10 * 60_000;
const TOPIC = 'test';
/** Every device of a user confirms each of their tests once. A ticket that is replayed counts as well. */
const CONFIRM_LIMIT: Limit = {
  name: 'push test confirmed',
  count: 60,
  windowS: 60,
  code: 'request.rate_limited',
};

/** Sends test pushes. A test that its service worker confirms makes a device ready by push. */
@Injectable()
export class TestPushesService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly subscriptions: SubscriptionRepository,
    private readonly sender: PushSender,
    private readonly tickets: PushTicketsService,
    private readonly limits: PersonLimits,
  ) {}

  /** @param deviceId undefined for all devices of the user */
  async send({ userId }: Actor, deviceId: string | undefined): Promise<PushTest> {
    const testId = randomUUID();
    const targets = await this.subscriptions.findLive(userId, deviceId);
    const outcomes = await Promise.all(
      targets.map((target) => this.sendOne(userId, target, testId)),
    );
    const dead = targets.filter((_target, n) => outcomes[n] === 'dead');
    await this.subscriptions.markDead(dead, this.clock.now());
    return { testId, sent: outcomes.filter((outcome) => outcome === 'sent').length };
  }

  /** @throws AppError auth.required (ticket), request.rate_limited, push.subscription_not_found */
  async confirm(ticket: string, testId: string): Promise<void> {
    const holder = this.tickets.verify(ticket, testPurpose(testId));
    await this.limits.take(CONFIRM_LIMIT, holder.userId);
    const confirmed = await this.subscriptions.markTested(holder, this.clock.now());
    if (!confirmed) throw new AppError('push.subscription_not_found');
  }

  private async sendOne(userId: string, target: OwnTarget, testId: string): Promise<string> {
    const { deviceId, sessionId } = target;
    const purpose = testPurpose(testId);
    const expiresAt = this.clock.in(TICKET_MS);
    const ticket = this.tickets.sign({ userId, deviceId, sessionId, purpose }, expiresAt);
    const body = testBody(this.config.publicUrl, { kind: 'test', testId, ticket });
    const { result } = await this.sender.send(target, body, { ttlS: TTL_S, topic: TOPIC });
    return result;
  }
}
