import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '../logging.js';
import { LOGGER } from '../tokens.js';
import { withTimeout } from '../with-timeout.js';

/** Shorter than a probe of a proxy waits, so that the answer is ours. */
const LIMIT_MS = 900;
/** A proof lasts for a while, so that frequent questions cost few writes. */
const PROVED_MS = 3_000;
const REFUSED_MS = 1_000;

/** Proves at intervals that an alarm could be saved now. The room of the alarms knows how. */
@Injectable()
export class WriteProof {
  private prove: () => Promise<void> = () => Promise.resolve();
  private latest: { succeeds: Promise<boolean>; untilMs: number } | undefined;
  private wasRefused = false;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** @param prove rejects when an alarm could not be saved; it must leave nothing behind */
  register(prove: () => Promise<void>): void {
    this.prove = prove;
  }

  /** Answers from the last proof while it is fresh. */
  succeeds(): Promise<boolean> {
    if (this.latest && performance.now() < this.latest.untilMs) return this.latest.succeeds;
    const proof = { succeeds: this.attempt(), untilMs: Infinity };
    this.latest = proof;
    return proof.succeeds.then((succeeds) => {
      proof.untilMs = performance.now() + (succeeds ? PROVED_MS : REFUSED_MS);
      return succeeds;
    });
  }

  private async attempt(): Promise<boolean> {
    try {
      await withTimeout(LIMIT_MS, this.prove());
      this.wasRefused = false;
      return true;
    } catch (error) {
      if (!this.wasRefused) this.logger.error({ err: error }, 'not ready: no alarm can be saved');
      this.wasRefused = true;
      return false;
    }
  }
}
