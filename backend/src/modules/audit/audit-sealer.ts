import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { AuditCheckpoint, AuditEntry } from './audit-entry.entity.js';
import { AuditHead } from './audit-head.js';
import { BEGINNING, linkAfter, type Link } from './chain.js';

declare module '../../platform/jobs/outbox.js' {
  interface Jobs {
    /** Chains the acts that were written down since the last time. */
    'audit.seal': Record<string, never>;
  }
}

const EVERY_MS = 60_000;
const BATCH = 500;
/** Any number of our own; one sealer at a time, also while two workers run. */
const SEALING = 7_262_101;

@Injectable()
export class AuditSealer {
  constructor(
    jobs: JobQueue,
    private readonly database: DataSource,
    private readonly head: AuditHead,
  ) {
    jobs.handleEvery('audit.seal', EVERY_MS, () => this.seal());
  }

  /** Everything that is committed now becomes part of the chain. */
  async seal(): Promise<void> {
    for (let sealed = BATCH; sealed === BATCH;) {
      const { last, count } = await this.database.transaction((tx) => this.sealBatch(tx));
      this.head.advance(last);
      sealed = count;
    }
  }

  private async sealBatch(tx: EntityManager): Promise<{ last: Link; count: number }> {
    await tx.query('select pg_advisory_xact_lock($1)', [SEALING]);
    let last = await lastLink(tx);
    const entries = await tx.find(AuditEntry, {
      where: { seq: IsNull() },
      order: { at: 'ASC', id: 'ASC' },
      take: BATCH,
    });
    const links = entries.map((entry) => ({ id: entry.id, ...(last = linkAfter(last, entry)) }));
    await tx.query(
      `update audit_log set seq = link.seq, hash = link.hash
         from jsonb_to_recordset($1) as link(id uuid, seq integer, hash text)
        where audit_log.id = link.id`,
      [JSON.stringify(links)],
    );
    return { last, count: entries.length };
  }
}

/** @returns the chain's end: its last link, or the checkpoint when all older ones were retired */
export async function lastLink(tx: EntityManager): Promise<Link> {
  const [entry] = await tx.query<Link[]>(
    'select seq, hash from audit_log where seq is not null order by seq desc limit 1',
  );
  const [checkpoint] = await tx.find(AuditCheckpoint, {});
  return entry ?? checkpoint ?? BEGINNING;
}
