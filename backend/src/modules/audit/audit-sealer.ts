import { Inject, Injectable } from '@nestjs/common';
import { TIMES } from '../../contract/limits.js';
import type { Config } from '../../platform/config.js';
import { Transactions, type Tx } from '../../platform/database/transactions.js';
import { HEALTH_CHECK_MS } from '../../platform/health/save-check.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { Outbox } from '../../platform/jobs/outbox.js';
import type { Logger } from '../../platform/logging.js';
import { Metrics } from '../../platform/metrics.js';
import { CONFIG, LOGGER } from '../../platform/tokens.js';
import { withTimeout } from '../../platform/with-timeout.js';
import { AuditHead } from './audit-head.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditVerifier } from './audit-verifier.js';
import { linkAfter, sign, type Break, type Link } from './chain.js';

declare module '../../platform/jobs/outbox.js' {
  interface Jobs {
    /** Adds the acts of the last minute to the chain. */
    'audit.seal': Record<string, never>;
    /** Verifies all of the audit log. */
    'audit.verify': Record<string, never>;
  }
}

const SEAL_EVERY_MS = 60_000;
const VERIFY_EVERY_MS = 24 * 60 * 60_000;
const BATCH = 500;
/** A worker that was away leaves many old rows, and a statement has three seconds. */
const RETIRED_PER_STATEMENT = 5_000;

/** Adds acts to the chain, verifies the whole of it every day, and retires its beginning. */
@Injectable()
export class AuditSealer {
  /** True since this worker has found that the log is not whole. */
  private isBroken = false;

  constructor(
    jobs: JobQueue,
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly log: AuditLogRepository,
    private readonly head: AuditHead,
    private readonly verifier: AuditVerifier,
    private readonly outbox: Outbox,
    metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.measure(metrics);
    jobs.handleEvery('audit.seal', SEAL_EVERY_MS, () => this.seal());
    jobs.handleEvery('audit.verify', VERIFY_EVERY_MS, () => this.check());
  }

  /**
   * Adds every committed entry that is not sealed yet to the chain. A new head is signed only when
   * the chain continues the old one: the hashes have no key, so anybody could compute a chain anew.
   */
  async seal(): Promise<void> {
    for (let sealed = BATCH; sealed === BATCH;) {
      const head = this.head.read();
      const { last, count, found } = await this.transactions.run(async (tx) => {
        await this.log.lockSealing(tx);
        const found = await this.verifier.findBreakSince(tx, head);
        return { ...(await this.sealBatch(tx)), found };
      });
      if (found) this.report(found);
      else this.head.advance(last);
      sealed = count;
    }
  }

  /**
   * Tells operators that the log is not whole: by a log line at `error` and by a metric.
   * @returns an error for the caller to throw, or to ignore
   */
  report({ seq, what }: Break): Error {
    this.logger.error({ seq, what }, 'audit log is not whole');
    this.isBroken = true;
    return new Error(`the audit log is not whole: ${what} at row ${seq}`);
  }

  /** @throws Error when the log is not whole: the failed job stays until an operator restarts it */
  private async check(): Promise<void> {
    // A worker with a new folder has no head yet, and would report that as a forgery.
    await this.seal();
    const verdict = await this.verifier.verify();
    if (!verdict.whole) throw this.report(verdict);
    this.isBroken = false;
  }

  /**
   * Deletes old acts from the beginning of the chain; the rest begins at a signed checkpoint. The
   * entries' times are those that were sealed, because the whole chain is verified in the
   * snapshot that deletes them. Otherwise a time that was set back would delete its own evidence.
   */
  async retire(): Promise<void> {
    // A worker with a new folder has no head yet, and would report that as a forgery.
    await this.seal();
    const head = this.head.read();
    await this.transactions.snapshot(async (tx) => {
      // Without the lock, a worker that seals now could miss the row of its head.
      await this.log.lockSealing(tx);
      const last = await this.log.findLastExpired(tx, TIMES.historyMonths);
      if (!last) return;
      const verdict = await this.verifier.verifyIn(tx, head);
      if (!verdict.whole) throw this.report(verdict);
      for (let seq = 0; seq < last.seq;) {
        const end = await this.log.findSliceEnd(tx, last, RETIRED_PER_STATEMENT);
        const mac = sign(end, this.config.secrets.auditCheckpointKeys);
        await this.log.deleteUpTo(tx, end, mac);
        ({ seq } = end);
      }
    });
  }

  /** The failed job outlives the worker that has found the break, so a restart does not end the alarm. */
  private measure(metrics: Metrics): void {
    // A node that runs no jobs would say 0 about a log that it does not check.
    const outcome = async () =>
      this.config.role === 'api'
        ? undefined
        : withTimeout(HEALTH_CHECK_MS, this.outbox.outcomeOf('audit.verify'));
    metrics.gauge({
      name: 'resq_audit_broken',
      help: '1 since a check found that the audit log is not whole; 0 after the next good one',
      read: async () => (this.isBroken ? 1 : numberOf((await outcome())?.hasFailed)),
    });
    metrics.gauge({
      name: 'resq_audit_verified_timestamp_seconds',
      help: 'When a check last found the whole audit log intact',
      read: async () => {
        const at = (await outcome())?.doneAt;
        return at ? at.getTime() / 1_000 : undefined;
      },
    });
  }

  private async sealBatch(tx: Tx): Promise<{ last: Link; count: number }> {
    let last = await this.log.findLastLink(tx);
    const entries = await this.log.findUnsealed(tx, BATCH);
    const links = entries.map((entry) => ({ id: entry.id, ...(last = linkAfter(last, entry)) }));
    await this.log.saveLinks(tx, links);
    return { last, count: entries.length };
  }
}

const numberOf = (is: boolean | undefined): number | undefined =>
  is === undefined ? undefined : Number(is);
