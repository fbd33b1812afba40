import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import type { Logger } from '../logging.js';
import { CONFIG, LOGGER } from '../tokens.js';
import { CONNECTION, TimeoutClient } from './timeout-client.js';

export const CHANNEL = 'resq';

const PROBE_EVERY_MS = 5_000;
const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 2_000;

/**
 * Hears PostgreSQL's NOTIFY on a connection of its own. What was said while that was away is gone:
 * whoever needs it looks when `onListening` is told, and by itself.
 */
@Injectable()
export class Notifications implements OnApplicationShutdown {
  private readonly hearers: ((text: string) => void)[] = [];
  private readonly listeningHearers: (() => void)[] = [];
  private readonly stopped = new AbortController();
  private client: pg.Client | undefined;
  private probing: NodeJS.Timeout | undefined;
  private failures = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly database: DataSource,
  ) {}

  get isListening(): boolean {
    return this.client !== undefined;
  }

  onText(hearer: (text: string) => void): void {
    this.hearers.push(hearer);
  }

  /** Told at every LISTEN, the first and each after a drop. */
  onListening(hearer: () => void): void {
    this.listeningHearers.push(hearer);
  }

  /** Says it to every node that listens, this one too. It may be lost, so nobody waits for it. */
  send(text: string): void {
    this.database.query('select pg_notify($1, $2)', [CHANNEL, text]).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'signal not notified');
    });
  }

  /** @returns after the first attempt; what fails is tried again until the shutdown */
  async start(): Promise<void> {
    const client = new TimeoutClient({
      ...CONNECTION,
      connectionString: this.config.databaseUrl,
      application_name: 'resq-listen',
    });
    // What breaks also ends, and that is where it is dealt with.
    client.on('error', () => undefined);
    try {
      await client.connect();
      client.on('notification', ({ payload = '' }) =>
        this.hearers.forEach((hear) => hear(payload)),
      );
      await client.query('listen resq');
    } catch (error) {
      this.logger.warn({ err: error }, 'not listening, tries again');
      client.end().catch(() => undefined);
      return this.retry();
    }
    if (this.stopped.signal.aborted) return void client.end();
    this.client = client;
    this.failures = 0;
    client.once('end', () => this.retry());
    this.probing = setInterval(() => void this.probe(client), PROBE_EVERY_MS);
    this.listeningHearers.forEach((hear) => hear());
  }

  /**
   * Asks whether this very connection still listens. An answer that does not come ends a half-open
   * one; a foreign answer means that something between us shares connections out.
   */
  async probe(client = this.client): Promise<void> {
    try {
      const { rowCount } = (await client?.query(
        'select 1 from pg_listening_channels() as channel where channel = $1',
        [CHANNEL],
      )) ?? { rowCount: 1 };
      if (rowCount !== 1) await client?.end();
    } catch (error) {
      this.logger.warn({ err: error }, 'the connection that listens was lost');
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    clearInterval(this.probing);
    await this.client?.end();
  }

  private retry(): void {
    clearInterval(this.probing);
    this.client = undefined;
    const { signal } = this.stopped;
    const delayMs = Math.min(RETRY_MIN_MS * 2 ** this.failures, RETRY_MAX_MS);
    this.failures += 1;
    sleep(delayMs, undefined, { signal }).then(
      () => this.start(),
      () => undefined,
    );
  }
}
