import { isUUID, ValidateBy } from 'class-validator';

/**
 * Validates the cursor of a page in a list ordered by time: the time and the id of the page's last
 * item. The times are compared because PostgreSQL fails on one such as 30 February.
 */
export const IsPageCursor = (): PropertyDecorator =>
  ValidateBy({
    name: 'isPageCursor',
    validator: {
      validate: (value: unknown) => {
        const [at = '', id, ...rest] = typeof value === 'string' ? value.split('_') : [];
        return isTime(at) && isUUID(id) && rest.length === 0;
      },
    },
  });

/** PostgreSQL has no year 0. */
function isTime(at: string): boolean {
  const time = new Date(at);
  return !Number.isNaN(time.getTime()) && time.toISOString() === at && /^(?!0000)\d/.test(at);
}

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
