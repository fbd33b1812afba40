/** SQLSTATEs of passing failures: connection, resources, operator intervention, timeouts. */
const OUTAGE_STATES = /^(08|53|57|55P03)/;
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
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Driver not Connected|connection error and is not queryable|was closed and is not queryable|Query runner already released/i;
/** Errors that TypeORM throws before its first connection. */
const NOT_CONNECTED_YET = ['CannotExecuteNotConnectedError', 'EntityMetadataNotFoundError'];

/** @returns true when the database could not answer, so that a retry may succeed */
export function isOutage(error: unknown): boolean {
  // Under jest, `instanceof Error` is false for Node's own errors, which come from another realm.
  if (typeof error !== 'object' || error === null) return false;
  const { code, driverError, name, message } = error as Error & Record<string, unknown>;
  if (driverError !== undefined && driverError !== error && isOutage(driverError)) return true;
  if (typeof code === 'string' && (OUTAGE_STATES.test(code) || OUTAGE_ERRNOS.includes(code))) {
    return true;
  }
  return NOT_CONNECTED_YET.includes(name) || OUTAGE_WORDS.test(message);
}
