import type { ErrorCode } from '../../contract/errors.js';

/** The error of every expected failure. The catalogue holds its HTTP status and Swedish message. */
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
