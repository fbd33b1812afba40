import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { AuditEntry } from './audit-entry.entity.js';

/** Where a chain stands: how many links, and the last one's hash. */
export interface Link {
  seq: number;
  hash: string;
}

/** What the first link is chained to. */
export const BEGINNING: Link = { seq: 0, hash: '' };

/** @returns the entry's link after `before`; every column takes part, in an order of its own */
export function linkAfter(before: Link, entry: Omit<AuditEntry, 'seq' | 'hash'>): Link {
  const seq = before.seq + 1;
  const row = [
    seq,
    entry.id,
    entry.at.toISOString(),
    entry.action,
    entry.actorId,
    entry.buildingId,
    entry.subjectId,
    Object.entries(entry.details).sort(([a], [b]) => (a < b ? -1 : 1)),
  ];
  const hash = createHash('sha256')
    .update(`${before.hash}\n${JSON.stringify(row)}`)
    .digest('hex');
  return { seq, hash };
}

/** @returns HMAC-SHA256 over a place in the chain, in hexadecimal */
export function sign({ seq, hash }: Link, key: KeyObject): string {
  return createHmac('sha256', key).update(`${seq}:${hash}`).digest('hex');
}

/** What is wrong with a chain, and where. */
export interface Break {
  /** The link at which it shows. */
  seq: number;
  what: 'missing' | 'changed' | 'cut_off' | 'forged';
}

/**
 * Follows the chain from `before` over entries in the order of `seq`.
 * @returns where it ends, or the first break: a row removed or out of order leaves a gap in `seq`, a
 *   changed or swapped one a hash that does not fit
 */
export function follow(before: Link, entries: AuditEntry[]): Link | Break {
  let last = before;
  for (const entry of entries) {
    const link = linkAfter(last, entry);
    if (entry.seq !== link.seq) return { seq: link.seq, what: 'missing' };
    if (entry.hash !== link.hash) return { seq: link.seq, what: 'changed' };
    last = link;
  }
  return last;
}
