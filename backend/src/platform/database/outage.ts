/** SQLSTATE classes that say "not now": connection, resources, operator intervention, lock or statement timeout. */
const OUTAGE_STATES = /^(08|53|57|55P03)/;
const OUTAGE_ERRNOS = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'];
const OUTAGE_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Driver not Connected/i;

/** @returns whether the database could not answer at all, so that trying again is the right advice */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, driverError } = error as Error & { code?: unknown; driverError?: unknown };
  if (driverError !== undefined && driverError !== error && isOutage(driverError)) return true;
  if (typeof code === 'string' && (OUTAGE_STATES.test(code) || OUTAGE_ERRNOS.includes(code))) {
    return true;
  }
  return OUTAGE_WORDS.test(error.message);
}
