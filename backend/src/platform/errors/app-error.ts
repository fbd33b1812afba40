import type { ErrorCode } from '../../contract/errors.js';

/** The only failure a service throws. What it means over HTTP and in Swedish stands in the catalogue. */
export class AppError extends Error {
  /** @param fields one Swedish sentence per refused field, by its name */
  constructor(
    readonly code: ErrorCode,
    readonly fields?: Record<string, string>,
  ) {
    super(code);
    this.name = 'AppError';
  }
}
