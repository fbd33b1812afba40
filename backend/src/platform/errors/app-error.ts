import { HttpException } from '@nestjs/common';
import { ERRORS, type ErrorBody, type ErrorCode } from '../../contract/errors.js';
import type { Refusal } from '../../contract/events.js';
import { isOutage } from '../database/database-errors.js';

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

/**
 * Maps anything that was thrown to an error code.
 * @param outageCode the code when the database could not do the work, and of every failure that nobody
 *   expected
 * @returns a code of the catalogue
 */
export function codeOf(error: unknown, outageCode?: ErrorCode): ErrorCode {
  if (error instanceof AppError) return error.code;
  if (isOutage(error)) return outageCode ?? 'system.unavailable';
  const status = statusOf(error) ?? 500;
  switch (status) {
    case 404:
      return 'request.not_found';
    case 413:
      return 'request.too_large';
    default:
      if (status >= 400 && status < 500) return 'request.invalid';
      return outageCode ?? 'system.failed';
  }
}

/** @returns the body for the caller, without the stack or the message of what was thrown */
export function errorBody(error: unknown, requestId: string, outageCode?: ErrorCode): ErrorBody {
  const code = codeOf(error, outageCode);
  const details = error instanceof AppError ? error.details : {};
  return { code, message: ERRORS[code].message, ...details, requestId };
}

/** @returns the error of an acknowledgement: as `errorBody`, with its status */
export function refusalOf(error: unknown, requestId: string, outageCode?: ErrorCode): Refusal {
  const body = errorBody(error, requestId, outageCode);
  return { ...body, status: ERRORS[body.code].status };
}

/** Errors of Express's body parser and Nest's router carry an HTTP status and no code. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : undefined;
}
