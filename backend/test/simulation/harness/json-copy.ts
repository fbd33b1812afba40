/**
 * Copies a value as a network does that carries JSON: a date arrives as text, and a property that is
 * undefined does not arrive. The copy shares the texts, because a note of 40 kB is sent many times.
 */
export function jsonCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toJSON();
  if (Array.isArray(value)) return value.map((item) => jsonCopy(item) ?? null);
  const copy: Record<string, unknown> = {};
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    const item = fields[key];
    if (item !== undefined) copy[key] = jsonCopy(item);
  }
  return copy;
}
