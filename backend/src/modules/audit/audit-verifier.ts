import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config.js';
import { Transactions, type Tx } from '../../platform/database/transactions.js';
import { CONFIG } from '../../platform/tokens.js';
import { AuditHead } from './audit-head.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { BEGINNING, follow, isSame, isSigned, type Break, type Link } from './chain.js';

/** A batch blocks the event loop for some ten milliseconds, and the node may have alarms to send. */
const BATCH = 500;

/** The result of a check of the whole log. */
export type Verdict = { whole: true; links: number; from: number; unsealed: number } | Finding;
export type Finding = { whole: false } & Break;

type Head = ReturnType<AuditHead['read']>;

/** Detects any sealed row that was changed, moved or removed, also from the end of the chain. */
@Injectable()
export class AuditVerifier {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly log: AuditLogRepository,
    private readonly head: AuditHead,
    private readonly transactions: Transactions,
  ) {}

  verify(): Promise<Verdict> {
    // The head is read before the snapshot, because it may be older than the table but not newer.
    const head = this.head.read();
    return this.transactions.snapshot((tx) => this.verifyIn(tx, head));
  }

  /** @param tx a snapshot that is younger than the head */
  async verifyIn(tx: Tx, head: Head): Promise<Verdict> {
    const from = await this.findStart(tx);
    if ('what' in from) return { whole: false, ...from };
    const end = await this.followFrom(tx, from, head);
    if ('what' in end) return { whole: false, ...end };
    if (typeof head === 'string' && end.seq > 0) {
      return { whole: false, seq: end.seq, what: 'forged' };
    }
    const unsealed = await this.log.countUnsealed(tx);
    return { whole: true, links: end.seq, from: from.seq + 1, unsealed };
  }

  /**
   * Follows only the newest part of the chain, which begins at this worker's head.
   * @returns the break that forbids signing a newer head; undefined when there is none
   */
  async findBreakSince(tx: Tx, head: Head): Promise<Break | undefined> {
    const from = await this.findStart(tx);
    if ('what' in from) return from;
    if (head === 'missing') return undefined;
    if (head === 'forged') return { seq: from.seq, what: 'forged' };
    const isRetired = head.seq <= from.seq;
    const [row] = isRetired ? [from] : await this.log.findSealedAfter(tx, head.seq - 1, 1);
    if (!isRetired && !(row && isSame(head, row))) return { seq: head.seq, what: 'cut_off' };
    const end = await this.followFrom(tx, isRetired ? from : head, head);
    return 'what' in end ? end : undefined;
  }

  /** @returns the link before the oldest entry, or the break of a checkpoint with a wrong signature */
  private async findStart(tx: Tx): Promise<Link | Break> {
    const checkpoint = await this.log.findCheckpoint(tx);
    if (!checkpoint) return BEGINNING;
    const { seq, hash } = checkpoint;
    const isOurs = isSigned(checkpoint, this.config.secrets.auditCheckpointKeys);
    return isOurs ? { seq, hash } : { seq, what: 'forged' };
  }

  /** @returns the last link, or the first break; a chain that does not contain the head is cut off */
  private async followFrom(tx: Tx, from: Link, head: Head): Promise<Link | Break> {
    let last = from;
    // A paused worker's head may be older than the checkpoint; its link is then retired.
    let passedHead = typeof head === 'string' || head.seq < from.seq || isSame(head, from);
    for (;;) {
      const entries = await this.log.findSealedAfter(tx, last.seq, BATCH);
      if (entries.length === 0) break;
      const end = follow(last, entries);
      if ('what' in end) return end;
      passedHead ||= typeof head !== 'string' && entries.some((entry) => isSame(head, entry));
      last = end;
    }
    return passedHead ? last : { seq: last.seq + 1, what: 'cut_off' };
  }
}
