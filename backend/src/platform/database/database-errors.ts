/**
 * SQLSTATEs of a connection that cannot be used: connection, resources, operator intervention, a
 * transaction that this process left idle (25P03) or open (25P04) for too long.
 */
const AWAY_STATES = /^(08|25P03|25P04|53|57)/;
/**
 * SQLSTATEs of a database that answers and cannot work now. An operator may have to mend it: read-only
 * (25006), no permission (28, 42501), in the wrong state (55), no such database, schema or table (3D,
 * 3F, 42P01), an input or output error (58).
 */
const BROKEN_STATES = /^(25006|28|3D|3F|42501|42P01|55|58)/;
/** SQLSTATEs of a transaction that lost against another one: serialization, deadlock, lock timeout. */
const CONTENTION_STATES = /^(40001|40P01|55P03)/;
const OUTAGE_ERRNOS = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];
const OUTAGE_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Driver not Connected|connection error and is not queryable|was closed and is not queryable|already released/i;
/** Errors that TypeORM throws before its first connection. */
const NOT_CONNECTED_YET = ['CannotExecuteNotConnectedError', 'EntityMetadataNotFoundError'];

/** @returns true when the database could not do the work, so that a retry may succeed */
export const isOutage = (error: unknown): boolean =>
  isPassing(error) || hasState(error, BROKEN_STATES);

/** @returns true when waiting mends it and no operator is needed, at a start and in a job */
export const isPassing = (error: unknown): boolean => isAway(error) || isContention(error);

/** @returns true when another attempt may succeed at once, because a transaction was in the way */
export const isContention = (error: unknown): boolean => hasState(error, CONTENTION_STATES);

/** Returns true when the database did not answer. */
function isAway(error: unknown): boolean {
  // Under jest, `instanceof Error` is false for Node's own errors, which come from another realm.
  if (typeof error !== 'object' || error === null) return false;
  const { code, driverError, name, message } = error as Error & Record<string, unknown>;
  if (driverError !== undefined && driverError !== error && isAway(driverError)) return true;
  if (typeof code === 'string' && OUTAGE_ERRNOS.includes(code)) return true;
  if (hasState(error, AWAY_STATES) || NOT_CONNECTED_YET.includes(name)) return true;
  return OUTAGE_WORDS.test(message);
}

function hasState(error: unknown, states: RegExp): boolean {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: unknown };
  if (typeof code === 'string' && states.test(code)) return true;
  return driverError !== undefined && driverError !== error && hasState(driverError, states);
}

const UNIQUE_VIOLATION = '23505';

/**
 * Turns a unique index's refusal of a write into a result. A transaction in which that happened can
 * only be rolled back.
 * @returns false when a unique index refuses the write
 * @throws every other error of the write
 */
export async function writeUnlessDuplicate(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (stateOf(error).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** @returns whether this unique index refused a write */
export function violates(error: unknown, index: string): boolean {
  const { code, constraint } = stateOf(error);
  return code === UNIQUE_VIOLATION && constraint === index;
}

function stateOf(error: unknown): { code?: unknown; constraint?: unknown } {
  return (error as { driverError?: { code?: unknown; constraint?: unknown } }).driverError ?? {};
}
