import { HttpException } from '@nestjs/common';
import { ERRORS, type ErrorBody, type ErrorCode } from '../../contract/errors.js';
import { AppError } from './app-error.js';
import { isOutage } from '../database/outage.js';

/**
 * The one place that gives an outage a code.
 * @param outageCode the code where the database could not answer
 * @returns the catalogue's code for anything that was thrown
 */
export function codeOf(error: unknown, outageCode: ErrorCode = 'system.unavailable'): ErrorCode {
  if (error instanceof AppError) return error.code;
  if (isOutage(error)) return outageCode;
  switch (statusOf(error)) {
    case 400:
      return 'request.invalid';
    case 404:
      return 'request.not_found';
    case 413:
      return 'request.too_large';
    default:
      return 'system.failed';
  }
}

/** @returns what the caller may know about it: never a stack, never a foreign message */
export function errorBody(error: unknown, requestId: string, outageCode?: ErrorCode): ErrorBody {
  const code = codeOf(error, outageCode);
  const fields = error instanceof AppError ? error.fields : undefined;
  return { code, message: ERRORS[code].message, ...(fields && { fields }), requestId };
}

/** Express's body parser and Nest's router speak in statuses. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : undefined;
}
