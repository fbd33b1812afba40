import { Injectable } from '@nestjs/common';
import type { AuditItem } from '../../contract/audit.js';
import type { Page } from '../../contract/http.js';
import { COUNTS } from '../../contract/limits.js';
import { pageCursor, readPageCursor } from '../../platform/input/fields.js';
import { AuditItemRepository, type AuditItemRow } from './audit-item.repository.js';

/** Reads the audit log in pages, with current names; an erased account has none. */
@Injectable()
export class AuditReader {
  constructor(private readonly items: AuditItemRepository) {}

  /**
   * @param query `action` is one action or a group of them
   * @returns the entries, newest first
   */
  async page({ before, action }: { before?: string; action?: string }): Promise<Page<AuditItem>> {
    const cursor = readPageCursor(before);
    const rows = await this.items.findBefore(cursor, action ?? null, COUNTS.auditPerPage + 1);
    const items = rows.slice(0, COUNTS.auditPerPage).map(itemOf);
    const last = rows.length > items.length ? items.at(-1) : undefined;
    return { items, next: last ? pageCursor(last.at, last.id) : null };
  }
}

function itemOf({ id, at, action, actorId, email, details, ...named }: AuditItemRow): AuditItem {
  const known = Object.entries(named).filter(([, value]) => value !== null);
  return {
    id,
    at: at.toISOString(),
    action,
    ...(actorId && { actor: { id: actorId, ...(email && { email }) } }),
    ...(Object.fromEntries(known) as Partial<AuditItem>),
    details,
  };
}
