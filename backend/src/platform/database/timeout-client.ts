import type { Socket } from 'node:net';
import pg from 'pg';

/** A press is answered within three seconds, also when the database has frozen over a question. */
const ANSWER_MS = 2_500;
const KEEP_ALIVE_AFTER_MS = 5_000;
export const CONNECT_MS = 2_000;

/** What every connection of ours is opened with. */
export const CONNECTION = {
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  connectionTimeoutMillis: CONNECT_MS,
};

/**
 * A connection that is given up when an answer does not begin to come. PostgreSQL's own timeouts end
 * with PostgreSQL, and pg's leaves a connection that nobody answers in the pool for the next caller.
 */
export class TimeoutClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.once('connect', () => {
      const { connection } = this as unknown as { connection: { stream: Socket } };
      connection.stream.setTimeout(ANSWER_MS, () => {
        if (this.isAsking()) connection.stream.destroy(unanswered());
      });
    });
  }

  private isAsking(): boolean {
    return Boolean((this as unknown as { _activeQuery: unknown })._activeQuery);
  }
}

function unanswered(): NodeJS.ErrnoException {
  return Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' });
}
