import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import type { Logger } from '../logging.js';
import { retryInBackground } from '../retry.js';
import { CONFIG, LOGGER } from '../tokens.js';
import { CONNECTION, TimeoutClient } from './connections/timeout-client.js';

export const CHANNEL = 'resq';

const PROBE_EVERY_MS = 5_000;
const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 2_000;

/**
 * Receives PostgreSQL's NOTIFY on a connection of its own. Notifications sent while it is broken
 * are lost, so subscribers read the database when `onListening` fires, and at intervals.
 */
@Injectable()
export class Notifications implements OnApplicationShutdown {
  private readonly textListeners: ((text: string) => void)[] = [];
  private readonly resumeListeners: (() => void)[] = [];
  private readonly stopped = new AbortController();
  private client: pg.Client | undefined;
  private probing: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly database: DataSource,
  ) {}

  get isListening(): boolean {
    return this.client !== undefined;
  }

  onText(listener: (text: string) => void): void {
    this.textListeners.push(listener);
  }

  /** Calls the listener after every LISTEN: the first one, and each one after a lost connection. */
  onListening(listener: () => void): void {
    this.resumeListeners.push(listener);
  }

  /** Sends to every listening node, this one included, without waiting. The text may be lost. */
  send(text: string): void {
    this.database.query('select pg_notify($1, $2)', [CHANNEL, text]).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'signal not sent by NOTIFY');
    });
  }

  /** @returns a promise that resolves after the first attempt; later ones run in the background */
  start(): Promise<void> {
    return this.listenUntilItWorks();
  }

  private listenUntilItWorks({ delayFirst = false } = {}): Promise<void> {
    return retryInBackground(() => this.listen(), {
      signal: this.stopped.signal,
      delayMs: RETRY_MIN_MS,
      maxDelayMs: RETRY_MAX_MS,
      delayFirst,
      onFailure: (error) => this.logger.warn({ err: error }, 'not listening, tries again'),
    });
  }

  private async listen(): Promise<void> {
    const client = new TimeoutClient({
      ...CONNECTION,
      connectionString: this.config.databaseUrl,
      application_name: 'resq-listen',
    });
    let hasEnded = false;
    client.once('end', () => {
      hasEnded = true;
      if (this.client === client) this.lost();
    });
    try {
      await client.connect();
      client.on('notification', ({ payload = '' }) =>
        this.textListeners.forEach((listener) => listener(payload)),
      );
      await client.query('listen resq');
      // Its end came before anybody would have replaced it.
      if (hasEnded) throw new Error('the connection ended as it began to listen');
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    if (this.stopped.signal.aborted) return void client.end();
    this.client = client;
    this.probing = setInterval(() => void this.probe(client), PROBE_EVERY_MS);
    this.resumeListeners.forEach((listener) => listener());
  }

  /**
   * Checks that this connection still listens. A missing answer ends a half-open connection. A
   * wrong answer means that a pooler in front of PostgreSQL hands out other sessions.
   */
  async probe(client = this.client): Promise<void> {
    try {
      const { rowCount } = (await client?.query(
        'select 1 from pg_listening_channels() as channel where channel = $1',
        [CHANNEL],
      )) ?? { rowCount: 1 };
      if (rowCount !== 1) await client?.end();
    } catch (error) {
      this.logger.warn({ err: error }, 'probe of the LISTEN connection failed');
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    clearInterval(this.probing);
    await this.client?.end();
  }

  private lost(): void {
    clearInterval(this.probing);
    this.client = undefined;
    void this.listenUntilItWorks({ delayFirst: true });
  }
}
