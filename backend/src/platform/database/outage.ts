/** SQLSTATE classes that say "not now": connection, resources, operator intervention, lock or statement timeout. */
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
/** What TypeORM throws before it was connected for the first time. */
const NOT_CONNECTED_YET = ['CannotExecuteNotConnectedError', 'EntityMetadataNotFoundError'];

/** @returns whether the database could not answer at all, so that trying again is the right advice */
export function isOutage(error: unknown): boolean {
  // Not `instanceof`: Node's own errors come from another realm where tests run.
  if (typeof error !== 'object' || error === null) return false;
  const { code, driverError, name, message } = error as Error & Record<string, unknown>;
  if (driverError !== undefined && driverError !== error && isOutage(driverError)) return true;
  if (typeof code === 'string' && (OUTAGE_STATES.test(code) || OUTAGE_ERRNOS.includes(code))) {
    return true;
  }
  return NOT_CONNECTED_YET.includes(name) || OUTAGE_WORDS.test(message);
}
