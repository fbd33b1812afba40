/** The cursor of a page in a list ordered by time: the time and the id of the page's last item. */
export const PAGE_CURSOR = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_[0-9a-f-]{36}$/;

/** @param at ISO 8601, UTC, milliseconds */
export const pageCursor = (at: string, id: string): string => `${at}_${id}`;

/** @returns the last item's time and id; nulls for the first page, as its query expects */
export function readPageCursor(cursor: string | undefined): {
  at: string | null;
  id: string | null;
} {
  const [at = null, id = null] = cursor?.split('_') ?? [];
  return { at, id };
}
