import type { AuditItem } from '@contract/audit';
import type { Page } from '@contract/http';
import { request } from '../../../lib/net/http.js';

interface AuditQuery {
  /** A group of actions; empty for all. */
  group: string;
  before?: string;
  signal?: AbortSignal;
}

export function fetchAudit({ group, before, signal }: AuditQuery): Promise<Page<AuditItem>> {
  const parts = [group && `action=${group}`, before && `before=${before}`].filter(Boolean);
  const query = parts.length > 0 ? `?${parts.join('&')}` : '';
  return request<Page<AuditItem>>('GET', `/admin/audit${query}`, undefined, { signal });
}

/**
 * Fetches the whole log page by page, because it is too long for one answer.
 * @param onProgress receives the count so far
 */
export async function fetchWholeAudit(
  group: string,
  onProgress: (count: number) => void,
): Promise<AuditItem[]> {
  const all: AuditItem[] = [];
  let before: string | undefined;
  do {
    const { items, next } = await fetchAudit({ group, before });
    all.push(...items);
    onProgress(all.length);
    before = next ?? undefined;
  } while (before);
  return all;
}
