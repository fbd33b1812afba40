import { channel } from 'node:diagnostics_channel';
import { Inject, Injectable } from '@nestjs/common';
import type { PushStep } from '../../../contract/push.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { BatchLoader } from '../../../platform/database/batch-loader.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { JobQueue } from '../../../platform/jobs/job-queue.js';
import { Outbox, type Jobs } from '../../../platform/jobs/outbox.js';
import type { Logger } from '../../../platform/logging.js';
import { CONFIG, LOGGER } from '../../../platform/tokens.js';
import { PersonalEventsService } from '../../alarms/responses/personal-events.service.js';
import { alarmPurpose, PushTicketsService } from '../../auth/tickets/push-tickets.service.js';
import { PushSender } from '../sending/push-sender.js';
import type { PushOutcome } from '../sending/push-service.js';
import { SubscriptionRepository } from '../subscriptions/subscription.repository.js';
import {
  AlarmPushesRepository,
  type Delivery,
  type Entitlement,
  type Recipient,
} from './alarm-pushes.repository.js';
import { alarmBody, closeBody, topicOf, ttlOf, type PushedAlarm } from './push-bodies.js';

/** Longer than a push takes. The pushes of a killed job are sent again after it. */
const LEASE_MS = 20_000;
/** The last of many pushes to a slow service waits for longer than a lease. */
const RENEW_MS = LEASE_MS / 2;

/** A push is recorded within 10 ms after it was taken, or 60 ms while there are many. */
const RECORDED = { soonMs: 10, everyMs: 60 };

/** A turn's pushes are encrypted within this time, and looked up together. */
const ENTITLED = { soonMs: 5, everyMs: 10 };

/** The fault tests kill a worker here; without a subscriber this does nothing. */
const taken = channel('resq:push:taken');

type PushJob = 'push.alarm' | 'push.exercise';
type Result = PushOutcome['result'];

interface Recorded extends Delivery {
  subscriptionId: string;
}

/** A notification that stays open does less harm than pushes about an alarm that is long over. */
const CLOSE_ATTEMPTS = 5;
/** An undelivered alarm waits at the push service; only a push of the same topic replaces it. */
const LEAST_TTL_S = 10 * 60;

/**
 * Sends the pushes of an alarm's first warning and of each step of its escalation, and replaces their
 * notifications once the alarm is over, or its member has answered.
 */
@Injectable()
export class AlarmPushesService {
  private readonly recorder = new BatchLoader<Recorded, never>(
    (batch) => this.record(batch),
    RECORDED,
  );

  /** Looks each push up after its request, so none is sent by what was true before. */
  private readonly entitled = new BatchLoader<Entitlement, true>(
    (batch) => this.pushes.findEntitled(batch, this.clock.ofStatement()),
    ENTITLED,
  );

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly pushes: AlarmPushesRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly sender: PushSender,
    private readonly tickets: PushTicketsService,
    private readonly personalEvents: PersonalEventsService,
    @Inject(LOGGER) private readonly logger: Logger,
    jobs: JobQueue,
  ) {
    const names = ['push.alarm', 'push.exercise'] as const;
    for (const name of names)
      jobs.handle(name, ({ alarmId, step }) => this.run(alarmId, step, name));
    jobs.handle('push.close', (job) => this.close(job));
  }

  /** Sends what is due, and adds a job for what a push service could not take now. */
  async run(alarmId: string, step: PushStep, name: PushJob): Promise<void> {
    const began = this.clock.now();
    const recipients = await this.pushes.claim(alarmId, step, began, this.clock.in(LEASE_MS));
    const alarm = recipients.length > 0 ? await this.pushes.find(alarmId, began) : undefined;
    // An alarm that has ended since the claim needs no push any more.
    if (alarm?.status === 'active') {
      await this.pushAll(alarm, step, recipients);
    }
    const { isAny, retryAt } = await this.pushes.nextRetry(alarmId, step, began);
    if (!isAny) return;
    const missed = await this.pushes.findMissed(alarmId);
    await this.transactions.run(async (tx) => {
      if (retryAt) await this.outbox.add(tx, name, { alarmId, step }, retryAt);
      const now = this.clock.now();
      if (missed.isOver) return this.outbox.add(tx, 'push.close', { alarmId }, now);
      for (const membershipId of missed.membershipIds) {
        await this.outbox.add(tx, 'push.close', { alarmId, membershipId }, now);
      }
    });
  }

  private async pushAll(
    alarm: PushedAlarm,
    step: PushStep,
    recipients: Recipient[],
  ): Promise<void> {
    const waiting = new Set(recipients);
    const renewal = setInterval(() => void this.renew(alarm.alarmId, step, [...waiting]), RENEW_MS);
    const push = (one: Recipient) => this.push(alarm, step, one, waiting);
    const sinceMs = performance.now();
    const results = await Promise.all(recipients.map(push)).finally(() => clearInterval(renewal));
    const ms = Math.round(performance.now() - sinceMs);
    const { alarmId, buildingId } = alarm;
    this.logger.info({ alarmId, buildingId, step, ...countsOf(results), ms }, 'pushes sent');
  }

  private async renew(alarmId: string, step: PushStep, waiting: Recipient[]): Promise<void> {
    try {
      await this.pushes.renew(alarmId, step, waiting, this.clock.in(LEASE_MS));
    } catch (error) {
      this.logger.warn({ err: error, alarmId, step }, 'claim of pushes not renewed');
    }
  }

  private async push(
    alarm: PushedAlarm,
    step: PushStep,
    recipient: Recipient,
    waiting: Set<Recipient>,
  ): Promise<Result> {
    const { alarmId, expiresAt } = alarm;
    const { userId, sessionId, deviceId, membershipId, subscriptionId, attempt } = recipient;
    const purpose = alarmPurpose(alarmId);
    const ticket = this.tickets.sign({ userId, sessionId, deviceId, purpose }, expiresAt);
    const now = this.clock.now();
    const addressed = { deviceId, ticket, sentAt: now.toISOString() };
    const body = alarmBody(this.config.publicUrl, alarm, step, addressed);
    const ttlS = ttlOf(expiresAt, now);
    const mayBeSent = () =>
      this.mayBeSent({ alarmId, membershipId, subscriptionId, closes: false });
    const isRealAlarm = !alarm.exercise;
    const options = { ttlS, topic: topicOf(alarmId), attempt, isRealAlarm, mayBeSent };
    const { result, retryAt, isUnknown } = await this.sender.send(recipient, body, options);
    // Renewed now, the claim would put off the time at which an unanswered push is sent again.
    waiting.delete(recipient);
    // Its claim runs out, and who is a member again by then is due again.
    if (result === 'withdrawn') return result;
    taken.publish({ alarmId, deviceId, step });
    const mayBeOpen = result === 'failed' && (isUnknown || recipient.isUnknown);
    const outcome = { result: mayBeOpen ? ('sending' as const) : result, retryAt };
    await this.recorder.load({ alarmId, membershipId, deviceId, step, outcome, subscriptionId });
    return result;
  }

  private async mayBeSent(push: Entitlement): Promise<boolean> {
    return (await this.entitled.load(push)) === true;
  }

  private async record(batch: Recorded[]): Promise<Map<Recorded, never>> {
    const now = this.clock.now();
    const dead = batch.filter(({ outcome }) => outcome.result === 'dead');
    // A recorded push is never sent again, so a crash in between must not leave its device counted.
    await this.subscriptions.markDead(dead, now);
    await this.pushes.record(batch, now);
    for (const alarmId of new Set(batch.map((one) => one.alarmId)))
      this.personalEvents.reachChanged(alarmId);
    return new Map<Recorded, never>();
  }

  /** Closes notifications, and adds a job for what a push service could not take now. */
  private async close(job: Jobs['push.close']): Promise<void> {
    const { alarmId, membershipId, answeredOn, attempt = 0 } = job;
    // Taken first: an alarm that ends while this closes a response is then closed once more.
    const now = this.clock.now();
    if (membershipId && answeredOn) {
      const answered = { membershipId, deviceId: answeredOn };
      await this.pushes.markClosed(alarmId, [answered], now);
    }
    const alarm = await this.pushes.find(alarmId, now);
    if (!alarm) return;
    const open = await this.pushes.findOpen(alarmId, membershipId);
    const ttlS = Math.max(ttlOf(alarm.expiresAt, now), LEAST_TTL_S);
    const options = { ttlS, topic: topicOf(alarmId), attempt: attempt + 1 };
    const outcomes = await Promise.all(
      open.map((one) =>
        this.sender.send(one, closeBody(this.config.publicUrl, alarm, one.step), {
          ...options,
          mayBeSent: () => this.mayBeSent({ ...one, alarmId, closes: true }),
        }),
      ),
    );
    const retries = outcomes.flatMap(({ retryAt }) => retryAt ?? []);
    const dead = open.filter((_one, n) => outcomes[n]?.result === 'dead');
    await this.subscriptions.markDead(dead, now);
    const closed = open.filter((_one, n) => !outcomes[n]?.retryAt);
    if (closed.length > 0) await this.pushes.markClosed(alarmId, closed, now);
    if (retries.length === 0 || attempt + 1 >= CLOSE_ATTEMPTS) return;
    const dueAt = new Date(Math.min(...retries.map((retryAt) => retryAt.getTime())));
    await this.transactions.run((tx) =>
      this.outbox.add(tx, 'push.close', { ...job, attempt: attempt + 1 }, dueAt),
    );
  }
}

function countsOf(results: readonly Result[]): Partial<Record<Result, number>> {
  const counts: Partial<Record<Result, number>> = {};
  for (const result of results) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}
