import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import type { Role } from './config.js';

export type { Logger } from 'pino';

/** The process that writes a line; the lines of all nodes often stand in one place. */
export interface LoggedNode {
  nodeId: string;
  role: Role;
  /** The name of the frontend's build, which changes with each release. */
  build: string;
}

/**
 * Creates the log: one JSON line per fact on standard output, with ids and without names.
 * @param node stands on every line; tools and tests have none
 */
export function createLogger(level: string, node?: LoggedNode): Logger {
  const serializers = { err: errorLine };
  // Programs that collect logs know the levels as words, by this name.
  const formatters = { level: (severity: string, number: number) => ({ level: number, severity }) };
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base: node ?? null, timestamp, serializers, formatters });
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
