import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config.js';
import { CONFIG } from '../../platform/tokens.js';
import { AuditHead } from './audit-head.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { BEGINNING, follow, sign, type Break, type Link } from './chain.js';

const BATCH = 2_000;

/** The result of a check of the whole log. */
export type Verdict = { whole: true; links: number; from: number; unsealed: number } | Finding;
export type Finding = { whole: false } & Break;

/** Detects any sealed row that was changed, moved or removed, also from the end of the chain. */
@Injectable()
export class AuditVerifier {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly log: AuditLogRepository,
    private readonly head: AuditHead,
  ) {}

  async verify(): Promise<Verdict> {
    const { auditKey } = this.config.secrets;
    const checkpoint = await this.log.findCheckpoint();
    if (checkpoint && checkpoint.mac !== sign(checkpoint, auditKey)) {
      return { whole: false, seq: checkpoint.seq, what: 'forged' };
    }
    const head = this.head.read();
    const from: Link = checkpoint ?? BEGINNING;
    let last = from;
    // A paused worker's head may be older than the checkpoint; its link is then retired.
    let passedHead = head && (head.seq < from.seq || isSame(head, from));
    for (;;) {
      const entries = await this.log.findSealedAfter(last.seq, BATCH);
      if (entries.length === 0) break;
      const end = follow(last, entries);
      if ('what' in end) return { whole: false, ...end };
      passedHead ||= head && entries.some((entry) => isSame(head, entry));
      last = end;
    }
    if (!head && last.seq > 0) return { whole: false, seq: last.seq, what: 'forged' };
    if (head && !passedHead) return { whole: false, seq: last.seq + 1, what: 'cut_off' };
    const unsealed = await this.log.countUnsealed();
    return { whole: true, links: last.seq, from: from.seq + 1, unsealed };
  }
}

function isSame(head: Link, { seq, hash }: { seq: number | null; hash: string | null }): boolean {
  return head.seq === seq && head.hash === hash;
}
