import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { JobQueue } from '../../../platform/jobs/job-queue.js';
import { Outbox, type Jobs } from '../../../platform/jobs/outbox.js';
import { CONFIG } from '../../../platform/tokens.js';
import { PushSender } from '../sending/push-sender.js';
import { SubscriptionRepository } from '../subscriptions/subscription.repository.js';
import { closeBody, topicOf, ttlOf } from './push-bodies.js';
import { PushedAlarmRepository } from './pushed-alarm.repository.js';

/** A notification that stays open does less harm than pushes about an alarm that is long over. */
const ATTEMPTS = 5;
/** An undelivered alarm waits at the push service; only a push of the same topic replaces it. */
const LEAST_TTL_S = 10 * 60;

/** Replaces the notifications of an alarm that is over, or that its member has answered. */
@Injectable()
export class ClosePushesService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly alarms: PushedAlarmRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly sender: PushSender,
    jobs: JobQueue,
  ) {
    jobs.handle('push.close', (job) => this.run(job));
  }

  async run(job: Jobs['push.close']): Promise<void> {
    const { alarmId, membershipId, answeredOn, attempt = 0 } = job;
    // Taken first: an alarm that ends while this closes a response is then closed once more.
    const now = this.clock.now();
    if (membershipId && answeredOn) {
      const answered = { membershipId, deviceId: answeredOn };
      await this.alarms.markClosed(alarmId, [answered], now);
    }
    const alarm = await this.alarms.find(alarmId, now);
    if (!alarm) return;
    const open = await this.alarms.findOpen(alarmId, membershipId);
    const ttlS = Math.max(ttlOf(alarm.expiresAt, now), LEAST_TTL_S);
    const options = { ttlS, topic: topicOf(alarmId), attempt: attempt + 1 };
    const outcomes = await Promise.all(
      open.map((one) =>
        this.sender.send(one, closeBody(this.config.publicUrl, alarm, one.step), options),
      ),
    );
    const retries = outcomes.flatMap(({ retryAt }) => retryAt ?? []);
    const dead = open.filter((_one, n) => outcomes[n]?.result === 'dead');
    await this.subscriptions.markDead(dead, now);
    const closed = open.filter((_one, n) => !outcomes[n]?.retryAt);
    if (closed.length > 0) await this.alarms.markClosed(alarmId, closed, now);
    if (retries.length === 0 || attempt + 1 >= ATTEMPTS) return;
    const dueAt = new Date(Math.min(...retries.map((retryAt) => retryAt.getTime())));
    await this.transactions.run((tx) =>
      this.outbox.addUrgent(tx, 'push.close', { ...job, attempt: attempt + 1 }, dueAt),
    );
  }
}
