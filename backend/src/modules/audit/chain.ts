import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { Keys } from '../../platform/secrets.js';
import type { AuditEntry } from './audit-log.repository.js';

/** A position in the chain: its number, from 1, and its hash. */
export interface Link {
  seq: number;
  hash: string;
}

/** The predecessor of the first link. */
export const BEGINNING: Link = { seq: 0, hash: '' };

/** @returns the entry's link after `before`; the hash covers every column, in a fixed order */
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

/**
 * @param keys the first one signs; the others belong to earlier audit keys
 * @returns HMAC-SHA256 over a position in the chain, in hexadecimal
 */
export function sign(link: Link, [key]: Keys): string {
  return macOf(link, key);
}

/** @returns whether one of the keys made the signature of the link */
export function isSigned(link: Link & { mac: string }, keys: Keys): boolean {
  return keys.some((key) => link.mac === macOf(link, key));
}

function macOf({ seq, hash }: Link, key: KeyObject): string {
  return createHmac('sha256', key).update(`${seq}:${hash}`).digest('hex');
}

/** @returns whether both are the same position with the same history */
export function isSame(link: Link, { seq, hash }: { seq: number | null; hash: string | null }) {
  return link.seq === seq && link.hash === hash;
}

/** A defect of the chain. */
export interface Break {
  /** The link at which the defect shows. */
  seq: number;
  what: 'missing' | 'changed' | 'cut_off' | 'forged';
}

/**
 * Follows the chain from `before` over entries in the order of `seq`.
 * @returns the last link, or the first break: a removed or misplaced row leaves a gap in `seq`, and
 *   the hash of a changed or swapped row does not match
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
