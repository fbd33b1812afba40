import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { Clock } from './clock.js';
import type { Config } from './config.js';
import type { Logger } from './logging.js';
import { CONFIG, LOGGER } from './tokens.js';

interface OutboxState {
  open: number;
  failed: number;
  lateSeconds: number;
}

/** The metrics for Prometheus, on a port of their own that must not be public. */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  private readonly registry = new Registry();
  /** One count per attempt. */
  readonly jobs: Counter<'job' | 'result'>;
  /** One count per push that was sent, by the answer of the push service. */
  readonly pushes: Counter<'result'>;
  /** 1 since a check found that the audit log is not whole, until a check of all of it succeeds. */
  readonly auditBroken: Gauge;
  private readonly rows: Gauge<'state'>;
  private readonly late: Gauge;
  private server: Server | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.jobs = new Counter({
      name: 'resq_jobs_total',
      help: 'Attempts at jobs, by job and result: done, retried, failed (for good)',
      labelNames: ['job', 'result'],
      registers,
    });
    this.pushes = new Counter({
      name: 'resq_pushes_total',
      help: 'Pushes by the answer of the push service: sent, dead (subscription ended), failed',
      labelNames: ['result'],
      registers,
    });
    this.auditBroken = new Gauge({
      name: 'resq_audit_broken',
      help: '1 since a check found that the audit log is not whole; 0 after the next good one',
      registers,
    });
    this.rows = new Gauge({
      name: 'resq_outbox_rows',
      help: 'Rows of the outbox that are open (due now or later) or failed for good',
      labelNames: ['state'],
      registers,
    });
    this.late = new Gauge({
      name: 'resq_outbox_late_seconds',
      help: 'How long the oldest open row has been due; 0 when none is',
      registers,
    });
  }

  /** @returns all metrics in Prometheus' text format; those of the outbox are NaN in an outage */
  async text(): Promise<string> {
    const state = await this.readOutbox();
    this.rows.set({ state: 'open' }, state?.open ?? NaN);
    this.rows.set({ state: 'failed' }, state?.failed ?? NaN);
    this.late.set(state?.lateSeconds ?? NaN);
    return this.registry.metrics();
  }

  /** Handles a request for the metrics. A worker adds it to the server of its health routes. */
  readonly handle = (_request: IncomingMessage, response: ServerResponse): void => {
    this.text().then(
      (text) => response.setHeader('Content-Type', this.registry.contentType).end(text),
      (error: unknown) => {
        this.logger.warn({ err: error }, 'metrics not read');
        response.writeHead(500).end();
      },
    );
  };

  /** Opens the metrics port. The node starts without it when another node has taken the port. */
  listen(): void {
    const { metricsPort, metricsHost } = this.config;
    this.server = createServer((request, response) =>
      request.url === '/metrics' ? this.handle(request, response) : response.writeHead(404).end(),
    );
    this.server.on('error', (error) => this.logger.warn({ err: error }, 'metrics server failed'));
    this.server.listen(metricsPort, metricsHost);
  }

  onApplicationShutdown(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  /** @returns undefined while the database is away */
  private async readOutbox(): Promise<OutboxState | undefined> {
    try {
      const [state] = await this.database.query<OutboxState[]>(
        `select count(*) filter (where failed_at is null)::int as open,
                count(*) filter (where failed_at is not null)::int as failed,
                coalesce(greatest(0, extract(epoch from $1::timestamptz
                  - min(due_at) filter (where failed_at is null))), 0)::float8 as "lateSeconds"
           from outbox where done_at is null`,
        [this.clock.now()],
      );
      return state;
    } catch (error) {
      this.logger.warn({ err: error }, 'outbox not read for metrics');
      return undefined;
    }
  }
}
