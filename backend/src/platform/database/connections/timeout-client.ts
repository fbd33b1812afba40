import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import { nameOf } from '../prepared.js';

/** A press is answered within three seconds, even when the database freezes during a query. */
const ANSWER_MS = 2_500;
/** PostgreSQL's function that waits for the synchronous standby; its words depend on the language. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';
const KEEP_ALIVE_AFTER_MS = 5_000;
export const CONNECT_MS = 2_000;

/** The options of every connection to the database. */
export const CONNECTION = {
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  connectionTimeoutMillis: CONNECT_MS,
};

type Send = (...args: unknown[]) => unknown;

/**
 * A connection that is closed when the answer to a query does not begin in time. PostgreSQL's own
 * timeouts need a running PostgreSQL, and pg's leaves a dead connection in the pool for the next query.
 * A commit whose wait for the synchronous standby was cancelled fails as well: PostgreSQL answers it
 * with success and a warning, and a failover would lose it.
 */
export class TimeoutClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // Between the pool and TypeORM nobody listens for a moment. An 'error' would then end the process,
    // and the next statement fails anyway.
    this.on('error', () => undefined);
    // TypeORM knows the texts of statements alone, so a prepared one gets its name here.
    this.query = ((query: unknown, ...rest: unknown[]) =>
      (super.query as unknown as Send).call(this, withName(query), ...rest)) as typeof this.query;
    this.once('connect', () => {
      const { connection } = this as unknown as { connection: EventEmitter & { stream: Socket } };
      this.on('notice', ({ routine }) => {
        if (routine !== STANDBY_WAIT) return;
        connection.emit('errorMessage', unanswered());
        connection.stream.destroy();
      });
      // A callback of setTimeout would be called once, and an idle connection would spend it.
      connection.stream.setTimeout(ANSWER_MS).on('timeout', () => {
        if (this.isQuerying()) connection.stream.destroy(unanswered());
      });
    });
  }

  private isQuerying(): boolean {
    return Boolean((this as unknown as { _activeQuery: unknown })._activeQuery);
  }
}

function withName(query: unknown): unknown {
  const name = typeof query === 'string' ? nameOf(query) : undefined;
  return name === undefined ? query : { name, text: query };
}

function unanswered(): NodeJS.ErrnoException {
  return Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' });
}
