import { Inject, Injectable } from '@nestjs/common';
import { DataSource, MoreThan } from 'typeorm';
import type { Config } from '../../platform/config.js';
import { CONFIG } from '../../platform/tokens.js';
import { AuditCheckpoint, AuditEntry } from './audit-entry.entity.js';
import { AuditHead } from './audit-head.js';
import { BEGINNING, follow, sign, type Break, type Link } from './chain.js';

const BATCH = 2_000;

/** What a look at the whole log found. */
export type Verdict = { whole: true; links: number; from: number; unsealed: number } | Finding;
export type Finding = { whole: false } & Break;

/** Finds any sealed row that was changed, removed, put elsewhere, or cut off the end. */
@Injectable()
export class AuditVerifier {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: DataSource,
    private readonly head: AuditHead,
  ) {}

  async verify(): Promise<Verdict> {
    const { auditKey } = this.config.secrets;
    const [checkpoint] = await this.database.manager.find(AuditCheckpoint, {});
    if (checkpoint && checkpoint.mac !== sign(checkpoint, auditKey)) {
      return { whole: false, seq: checkpoint.seq, what: 'forged' };
    }
    const head = this.head.read();
    const from: Link = checkpoint ?? BEGINNING;
    let last = from;
    // A worker that stood still while older links were retired keeps a head from before them.
    let passedHead = head && (head.seq < from.seq || isSame(head, from));
    for (;;) {
      const entries = await this.database.manager.find(AuditEntry, {
        where: { seq: MoreThan(last.seq) },
        order: { seq: 'ASC' },
        take: BATCH,
      });
      if (entries.length === 0) break;
      const end = follow(last, entries);
      if ('what' in end) return { whole: false, ...end };
      passedHead ||= head && entries.some((entry) => isSame(head, entry));
      last = end;
    }
    if (!head && last.seq > 0) return { whole: false, seq: last.seq, what: 'forged' };
    if (head && !passedHead) return { whole: false, seq: last.seq + 1, what: 'cut_off' };
    const unsealed = await this.database.query<{ count: number }[]>(
      'select count(*)::int as count from audit_log where seq is null',
    );
    return { whole: true, links: last.seq, from: from.seq + 1, unsealed: unsealed[0]?.count ?? 0 };
  }
}

function isSame(head: Link, { seq, hash }: { seq: number | null; hash: string | null }): boolean {
  return head.seq === seq && head.hash === hash;
}
