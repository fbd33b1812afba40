import { Inject, Injectable } from '@nestjs/common';
import webpush from 'web-push';
import { Clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { LruMap } from '../../../platform/limits/lru-map.js';
import { CONFIG } from '../../../platform/tokens.js';

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
