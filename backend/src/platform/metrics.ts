import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from './config.js';
import type { Logger } from './logging.js';
import { CONFIG, LOGGER } from './tokens.js';

/** A number, or one for each value of the gauge's label; undefined while it is not known. */
export type Reading = number | Record<string, number> | undefined;

interface GaugeOptions {
  name: string;
  help: string;
  label?: string;
  /** Is called with each scrape. */
  read: () => Reading | Promise<Reading>;
}

/**
 * The bounds of all histograms, in seconds. They contain the promises: an event within 0.25 s, a heard
 * alarm within 1.2 s, an answer to a press within 3 s.
 */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.2, 3, 15];

/**
 * The metrics for Prometheus, on a port of their own that must not be public. Each metric is made in
 * the file that measures it.
 */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  readonly registry = new Registry();
  private server: Server | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Adds a counter, or finds it: several files may count the same. */
  counter<L extends string>(name: string, help: string, labelNames: L[]): Counter<L> {
    const known = this.registry.getSingleMetric(name) as Counter<L> | undefined;
    return known ?? new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** Counts the errors that clients get, by HTTP and as answers to events. */
  errorCounter(): Counter<'code' | 'way'> {
    const errors = this.counter('resq_errors_total', 'Errors that were answered', ['code', 'way']);
    // A rate can be told only of a series that was there before its first error.
    for (const way of ['http', 'socket']) errors.inc({ code: 'alarm.not_kept', way }, 0);
    return errors;
  }

  /** Adds a histogram of seconds. */
  histogram<L extends string>(name: string, help: string, labelNames: L[] = []): Histogram<L> {
    const registers = [this.registry];
    return new Histogram({ name, help, labelNames, buckets: BUCKETS, registers });
  }

  /**
   * Adds a gauge that is read with each scrape. An unknown value is left out: no comparison with NaN is
   * true, so an alert on it would never fire.
   */
  gauge({ name, help, label, read }: GaugeOptions): void {
    const labelNames = label === undefined ? [] : [label];
    const { logger } = this;
    new Gauge({
      ...{ name, help, labelNames, registers: [this.registry] },
      async collect() {
        this.reset();
        if (label === undefined) this.remove();
        try {
          const reading = await read();
          if (typeof reading === 'number') this.set(reading);
          else
            for (const [value, number] of Object.entries(reading ?? {}))
              this.set({ [label ?? '']: value }, number);
        } catch (error) {
          logger.warn({ err: error, metric: name }, 'metric not read');
        }
      },
    });
  }

  /** @returns all metrics in Prometheus' text format */
  text(): Promise<string> {
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
}
