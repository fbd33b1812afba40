import { Agent } from 'node:https';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { Counter, Histogram } from 'prom-client';
import webpush from 'web-push';
import type { PushBody } from '../../../contract/push.js';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { LruMap } from '../../../platform/limits/lru-map.js';
import { Slots } from '../../../platform/limits/slots.js';
import type { Logger } from '../../../platform/logging.js';
import { Metrics } from '../../../platform/metrics.js';
import { NodeState } from '../../../platform/node-state.js';
import { CONFIG, LOGGER } from '../../../platform/tokens.js';
import {
  isPushService,
  outcomeOf,
  postPush,
  serviceOf,
  SERVICES,
  type PushAnswer,
  type PushOutcome,
} from './push-service.js';

/** Much less than the 12 hours for which the library signs. */
const REUSED_MS = 60 * 60_000;
/** Push services have a few hosts; a user may name any number below their domains. */
const MAX_HOSTS = 100;

/** Signs who sends a push, once an hour for each push service instead of for each device. */
@Injectable()
export class VapidHeaders {
  private readonly known = new LruMap<string, { header: string; signedAtMs: number }>(MAX_HOSTS);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @returns the `Authorization` header for a request to the push service of that address */
  for(endpoint: string): string {
    const { origin } = new URL(endpoint);
    const nowMs = this.clock.now().getTime();
    const known = this.known.get(origin);
    if (known && nowMs - known.signedAtMs < REUSED_MS) return known.header;
    const header = this.sign(origin);
    this.known.set(origin, { header, signedAtMs: nowMs });
    return header;
  }

  private sign(origin: string): string {
    const { contactEmail, secrets } = this.config;
    const { publicKey, privateKey } = secrets.vapidKeys;
    const { Authorization } = webpush.getVapidHeaders(
      origin,
      `mailto:${contactEmail}`,
      publicKey,
      privateKey,
      'aes128gcm',
    );
    return Authorization;
  }
}

/** Devices that hang hold up the other devices of their alarm alone. */
const AT_ONCE_PER_ALARM = 50;
/** Enough for the alarms whose pushes a worker sends at once, and again for all that is no alarm. */
const AT_ONCE_PER_HOST = 4 * AT_ONCE_PER_ALARM;
const TIMEOUT_MS = 5_000;

/** A subscription as the push service and the encryption need it. */
export interface PushTarget {
  subscriptionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushOptions {
  /** The time for which the push service keeps the push for a device that is away. */
  ttlS: number;
  /** A newer push with the same topic replaces this one at the push service. */
  topic: string;
  /** A device that saves power may take its time for `normal`. Default `high`. */
  urgency?: 'normal' | 'high';
  /** Whether it waits for those of other real alarms alone. */
  isRealAlarm?: boolean;
  /**
   * Requested right before the push is sent, as it may have waited for long. It is withdrawn upon false,
   * and sent when this fails.
   */
  mayBeSent?: () => Promise<boolean>;
  /** The number of this attempt; counts from 1. */
  attempt?: number;
}

/** Encrypts pushes and sends them to the browsers' push services. */
@Injectable()
export class PushSender implements OnApplicationShutdown {
  /** Replaced in tests that would have to wait for it. */
  timeoutMs = TIMEOUT_MS;
  private readonly slots = new Slots();
  private readonly sent: Counter<'service' | 'result'>;
  private readonly seconds: Histogram<'service'>;
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly clock: Clock,
    private readonly vapid: VapidHeaders,
    private readonly state: NodeState,
    metrics: Metrics,
  ) {
    this.sent = metrics.counter(
      'resq_pushes_total',
      'Pushes by service, and by its answer: sent, dead (subscription ended), failed',
      ['service', 'result'],
    );
    // A rise can be told only of a series that was there before its first push.
    for (const service of Object.values(SERVICES))
      for (const result of ['sent', 'dead', 'failed']) this.sent.inc({ service, result }, 0);
    this.seconds = metrics.histogram(
      'resq_push_seconds',
      'Time from a push that is due to the answer of its service',
      ['service'],
    );
  }

  /** Never rejects: a push that cannot be sent is an outcome. */
  async send(target: PushTarget, body: PushBody, options: PushOptions): Promise<PushOutcome> {
    const service = serviceOf(target.endpoint);
    const sinceMs = performance.now();
    const answer = await this.attempt(target, body, options);
    if (answer === 'withdrawn') return { result: 'withdrawn', retryAt: null };
    const outcome = outcomeOf(answer, options.attempt ?? 1, this.clock.now());
    this.sent.inc({ service, result: outcome.result });
    this.state.record(`push ${service}`, outcome.result !== 'failed');
    this.seconds.observe({ service }, (performance.now() - sinceMs) / 1_000);
    if (outcome.result === 'failed') {
      const { subscriptionId } = target;
      this.logger.warn({ subscriptionId, status: answer.status }, 'push not taken');
    }
    return outcome;
  }

  onApplicationShutdown(): void {
    this.agent.destroy();
  }

  private async attempt(
    target: PushTarget,
    body: PushBody,
    options: PushOptions,
  ): Promise<PushAnswer | 'withdrawn'> {
    const { endpoint, subscriptionId } = target;
    // The list may have become shorter since the subscription was saved.
    if (!isPushService(endpoint, this.config.pushTestHost)) return { status: 400 };
    const { host } = new URL(endpoint);
    // Nobody has signed the certificate of the tests' push service.
    const rejectUnauthorized = host !== this.config.pushTestHost;
    const { agent, timeoutMs } = this;
    const { topic, isRealAlarm = false, mayBeSent = () => Promise.resolve(true) } = options;
    const send = async (): Promise<PushAnswer | 'withdrawn'> => {
      // The encryption takes about a millisecond; sockets are served between two of them.
      await nextTurn();
      let request;
      try {
        request = this.encrypt(target, body, options);
      } catch (error) {
        this.logger.error({ err: error, subscriptionId }, 'push not encrypted');
        return { status: 400 };
      }
      try {
        if (!(await mayBeSent())) return 'withdrawn';
      } catch (error) {
        // While the database is away, members of a moment ago are warned all the same.
        this.logger.warn({ err: error, subscriptionId }, 'recipient of a push not looked up');
      }
      return postPush(endpoint, { ...request, agent, rejectUnauthorized, timeoutMs });
    };
    return this.slots.run(`${topic} ${host}`, AT_ONCE_PER_ALARM, () =>
      this.slots.run(`${isRealAlarm ? 'real' : 'other'} ${host}`, AT_ONCE_PER_HOST, send),
    );
  }

  private encrypt(
    { endpoint, p256dh, auth }: PushTarget,
    body: PushBody,
    { ttlS, topic, urgency = 'high' }: PushOptions,
  ): { headers: Record<string, string | number>; body: Buffer | null } {
    const keys = { p256dh, auth };
    return webpush.generateRequestDetails({ endpoint, keys }, JSON.stringify(body), {
      TTL: ttlS,
      urgency,
      topic,
      contentEncoding: 'aes128gcm',
      headers: { Authorization: this.vapid.for(endpoint) },
    });
  }
}
