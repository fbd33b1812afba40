import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Logger } from '../logging.js';
import { NodeState } from '../node-state.js';
import { LOGGER, PRESS_DATABASE } from '../tokens.js';
import { withTimeout } from '../with-timeout.js';

/** Shorter than a probe of a proxy waits, so that the answer is ours. */
export const HEALTH_CHECK_MS = 900;
/** An answer lasts for a while, so that frequent questions cost few writes and no connections. */
const FRESH_MS = 1_000;

/** Proves at intervals that an alarm could be saved now. The room of the alarms knows how. */
@Injectable()
export class SaveCheck {
  private prove: () => Promise<void> = () => Promise.resolve();
  private latest: { succeeds: Promise<boolean>; untilMs: number } | undefined;
  private wasRefused = false;

  constructor(
    @Inject(PRESS_DATABASE) private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly state: NodeState,
  ) {}

  /** @param prove rejects when an alarm could not be saved; it must leave nothing behind */
  register(prove: () => Promise<void>): void {
    this.prove = prove;
  }

  /** Answers from the last proof while it is fresh. */
  succeeds(): Promise<boolean> {
    // A node that starts says in lines of its own what it waits for, and is ready once it has started.
    if (!this.database.isInitialized) return Promise.resolve(false);
    if (this.latest && performance.now() < this.latest.untilMs) return this.latest.succeeds;
    const proof = { succeeds: this.attempt(), untilMs: Infinity };
    this.latest = proof;
    return proof.succeeds.then((succeeds) => {
      proof.untilMs = performance.now() + FRESH_MS;
      return succeeds;
    });
  }

  private async attempt(): Promise<boolean> {
    try {
      await withTimeout(HEALTH_CHECK_MS, this.prove());
      this.wasRefused = false;
      this.state.record('database', true);
      return true;
    } catch (error) {
      if (!this.wasRefused) this.logger.error({ err: error }, 'not ready: no alarm can be saved');
      this.wasRefused = true;
      this.state.record('database', false);
      return false;
    }
  }
}
