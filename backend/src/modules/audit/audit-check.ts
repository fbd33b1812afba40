import { Injectable } from '@nestjs/common';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { AuditAlarm } from './audit-alarm.js';
import { AuditSealer } from './audit-sealer.js';
import { AuditVerifier } from './audit-verifier.js';

declare module '../../platform/jobs/outbox.js' {
  interface Jobs {
    /** Verifies all of the audit log. */
    'audit.verify': Record<string, never>;
  }
}

const DAY_MS = 24 * 60 * 60_000;

@Injectable()
export class AuditCheck {
  constructor(
    jobs: JobQueue,
    private readonly sealer: AuditSealer,
    private readonly verifier: AuditVerifier,
    private readonly alarm: AuditAlarm,
  ) {
    jobs.handleEvery('audit.verify', DAY_MS, () => this.check());
  }

  /** @throws Error when the log is not whole: the failed job stays until an operator restarts it */
  async check(): Promise<void> {
    // A worker with a new folder has no head yet, and would report that as a forgery.
    await this.sealer.seal();
    const verdict = await this.verifier.verify();
    if (!verdict.whole) throw this.alarm.raise(verdict);
    this.alarm.clear();
  }
}
