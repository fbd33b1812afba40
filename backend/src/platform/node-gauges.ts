import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { Server } from 'socket.io';
import { DataSource } from 'typeorm';
import { Clock } from './clock.js';
import type { Config } from './config.js';
import { readConnections } from './database/connections/connection-needs.js';
import { Notifications } from './database/notifications.js';
import { Drain } from './drain.js';
import { HEALTH_CHECK_MS, SaveCheck } from './health/save-check.js';
import { Outbox } from './jobs/outbox.js';
import { NodeLoad } from './load/node-load.js';
import { Metrics } from './metrics.js';
import { RedisBridge } from './realtime/redis-bridge.js';
import { BUILD, CONFIG, IO, PRESS_DATABASE, PUMP_DATABASE } from './tokens.js';
import { withTimeout } from './with-timeout.js';

interface Pool {
  totalCount: number;
  waitingCount: number;
}

/** Adds the gauges that are read with each scrape: whether this node works, and on workers the database. */
@Injectable()
export class NodeGauges {
  constructor(
    @Inject(CONFIG) { role, redisUrl }: Config,
    @Inject(BUILD) build: string,
    @Inject(IO) io: Server,
    @Inject(PRESS_DATABASE) presses: DataSource,
    @Inject(PUMP_DATABASE) pump: DataSource,
    private readonly metrics: Metrics,
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    clock: Clock,
    drain: Drain,
    load: NodeLoad,
    notifications: Notifications,
    redis: RedisBridge,
    writes: SaveCheck,
  ) {
    new Gauge({
      name: 'resq_build_info',
      help: 'Is 1; the labels name the build and the role',
      labelNames: ['build', 'role'],
      registers: [metrics.registry],
    }).set({ build, role }, 1);
    this.add('resq_listen_up', 'Whether this node receives NOTIFY', () =>
      Number(notifications.isListening),
    );
    this.add('resq_node_behind', 'Whether this node refuses what can wait', () =>
      Number(load.refuses('read')),
    );
    this.add(
      'resq_clock_offset_seconds',
      "PostgreSQL's time less the time of this machine",
      () => (clock.now().getTime() - Date.now()) / 1_000,
    );
    if (redisUrl !== undefined) {
      this.add('resq_redis_up', 'Whether this node is connected to Redis', () =>
        Number(redis.isUp),
      );
    }
    this.addPools({ requests: database, presses, pump });
    if (role !== 'worker') {
      this.add(
        'resq_node_ready',
        'Whether an alarm can be saved here, and the node is not leaving',
        async () => Number(!drain.isLeaving && (await writes.succeeds())),
      );
      this.add('resq_connections', 'Open connections of tabs', () => io.of('/').sockets.size);
    }
    if (role !== 'api') this.addDatabase();
  }

  private add(name: string, help: string, read: () => number | Promise<number>): void {
    this.metrics.gauge({ name, help, read });
  }

  private addPools(sources: Record<string, DataSource>): void {
    const readAll = (read: (pool: Pool) => number) =>
      Object.fromEntries(
        Object.entries(sources).map(([name, source]) => {
          const { master } = source.driver as unknown as { master?: Pool };
          return [name, master ? read(master) : 0];
        }),
      );
    this.metrics.gauge({
      name: 'resq_pool_connections',
      help: 'Open connections to PostgreSQL by pool',
      label: 'pool',
      read: () => readAll(({ totalCount }) => totalCount),
    });
    this.metrics.gauge({
      name: 'resq_pool_waiting',
      help: 'Requests that wait for a connection to PostgreSQL, by pool',
      label: 'pool',
      read: () => readAll(({ waitingCount }) => waitingCount),
    });
  }

  /** Every worker has the same values. */
  private addDatabase(): void {
    const state = () => withTimeout(HEALTH_CHECK_MS, this.outbox.state());
    this.metrics.gauge({
      name: 'resq_outbox_rows',
      help: 'Rows of the outbox that are open (due now or later) or failed for good',
      label: 'state',
      read: async () => {
        const { open, failed } = await state();
        return { open, failed };
      },
    });
    this.add(
      'resq_outbox_late_seconds',
      'How long the oldest open row has been due; 0 when none is',
      async () => (await state()).lateSeconds,
    );
    this.metrics.gauge({
      name: 'resq_database_connections',
      help: 'Connections that are used, and that PostgreSQL accepts',
      label: 'state',
      read: async () => ({
        ...(await withTimeout(HEALTH_CHECK_MS, readConnections(this.database))),
      }),
    });
  }
}
