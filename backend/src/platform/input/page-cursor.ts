/** A page's end, for lists that are ordered by time: the time and the id of its last item. */
export const PAGE_CURSOR = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_[0-9a-f-]{36}$/;

/** @param at ISO 8601, UTC, milliseconds */
export const pageCursor = (at: string, id: string): string => `${at}_${id}`;

/** @returns nulls for the first page, which a query can compare with */
export function readPageCursor(cursor: string | undefined): {
  at: string | null;
  id: string | null;
} {
  const [at = null, id = null] = cursor?.split('_') ?? [];
  return { at, id };
}
