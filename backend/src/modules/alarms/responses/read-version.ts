/**
 * Selects PostgreSQL's time, in microseconds since 1970, before the statement sees any row. Every change
 * is followed by a read, so of all that are sent the one with the highest version knows all changes.
 */
export const READ_VERSION = 'floor(extract(epoch from statement_timestamp()) * 1000000)::float8';
