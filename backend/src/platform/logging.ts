import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Creates the log: one JSON line per fact on standard output, with ids and without names. */
export function createLogger(level: string): Logger {
  const serializers = { err: errorLine };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers });
}

/**
 * Copies only the parts of an error that may be logged. A failed statement also carries its
 * parameters, and PostgreSQL's `detail` the row, with e-mail addresses and hashes.
 */
export function errorLine(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: errorLine(error.cause) }),
  };
}

/** Lets Nest write its own lines through the same logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug({ nest: message });
  }

  warn(message: unknown): void {
    this.logger.warn({ nest: message });
  }

  error(message: unknown, stack?: unknown): void {
    this.logger.error({ nest: message, stack });
  }
}
