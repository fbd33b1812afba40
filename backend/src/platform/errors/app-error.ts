import type { ErrorBody, ErrorCode } from '../../contract/errors.js';

export type ErrorDetails = Pick<ErrorBody, 'fields' | 'retryInMs'>;

/** The error of every expected failure. The catalogue holds its HTTP status and Swedish message. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    super(code);
    this.name = 'AppError';
  }
}
