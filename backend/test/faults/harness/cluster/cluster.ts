import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { RedisServer } from '../../../../../infra/local/redis.mjs';
import { createDatabase, ownerUrlOf } from '../../../support/create-database.js';
import { FaultNode } from './node.js';
import type { OwnPostgres } from './postgres.js';
import { TcpProxy } from '../../../support/tcp-proxy.js';

interface Parts {
  nodes: number;
  /** Default: a database on the run's shared server, which a test may not break. */
  postgres?: OwnPostgres;
  /** Environment variables for every node, for example to turn the rate limits on. */
  env?: Record<string, string>;
  /** Whether nodes reach PostgreSQL without a proxy, which would take part of a measured press. */
  isDirect?: boolean;
  /** Default true: the nodes use a Redis that the test may break. */
  redis?: boolean;
}

/** Several nodes with their PostgreSQL, their Redis, and the proxies between them. */
export class Cluster {
  readonly nodes: FaultNode[] = [];
  /** The proxy between all nodes and PostgreSQL. */
  databaseWire!: TcpProxy;
  /** Direct connections of the database's owner, which bypass the proxy. */
  database!: pg.Pool;
  redis!: RedisServer;
  /** The load balancer in front of all nodes, for real tabs. */
  proxy!: TcpProxy;
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'resq-cluster-'));

  /** Prepares all parts and starts Redis, but no node. */
  static async prepare({ nodes, postgres, env: given, redis = true, isDirect = false }: Parts) {
    const cluster = new Cluster();
    const databaseUrl = postgres?.url ?? (await createDatabase());
    const ownerUrl = postgres?.ownerUrl ?? ownerUrlOf(databaseUrl);
    cluster.database = poolOf(ownerUrl);
    cluster.databaseWire = await TcpProxy.to(Number(new URL(ownerUrl).port));
    cluster.proxy = await TcpProxy.to();
    cluster.redis = await RedisServer.create();
    if (redis) await cluster.redis.start();
    const { port } = cluster.databaseWire;
    const wired = (url: string) =>
      isDirect ? url : Object.assign(new URL(url), { port }).toString();
    for (let n = 0; n < nodes; n += 1) {
      const env = {
        PUBLIC_URL: cluster.origin,
        DATABASE_URL: wired(databaseUrl),
        DATABASE_OWNER_URL: wired(ownerUrl),
        DATA_DIR: cluster.dataDir,
        DEMO: 'on',
        RATE_LIMITS: 'off',
        ...given,
        ...(redis && { REDIS_URL: cluster.redis.url }),
      };
      const node = await FaultNode.create(env);
      cluster.nodes.push(node);
      cluster.proxy.targets.push(node.port);
    }
    return cluster;
  }

  static async start(parts: Parts): Promise<Cluster> {
    const cluster = await Cluster.prepare(parts);
    try {
      // The first node creates the secrets and the schema that the others use.
      await cluster.node(0).start();
      await Promise.all(cluster.nodes.slice(1).map((node) => node.start()));
      return cluster;
    } catch (error) {
      // Nobody has the cluster yet, so nobody else would stop it.
      await cluster.stop();
      throw error;
    }
  }

  node(index: number): FaultNode {
    const node = this.nodes[index];
    if (!node) throw new Error(`there is no node ${index}`);
    return node;
  }

  /** The origin that browsers send to every node. */
  get origin(): string {
    return `http://localhost:${this.proxy.port}`;
  }

  get urls(): string[] {
    return this.nodes.map(({ url }) => url);
  }

  /** @returns the key for access tokens, which the first node created */
  signingKey(): string {
    const secrets = readFileSync(join(this.dataDir, 'secrets.json'), 'utf8');
    return (JSON.parse(secrets) as { signingKey: string }).signingKey;
  }

  /** Leads new connections of all nodes to a promoted standby, as a changed name does. */
  moveTo({ ownerUrl }: OwnPostgres): void {
    this.databaseWire.targets.splice(0, 1, Number(new URL(ownerUrl).port));
    // A silent server never answers the end of a connection.
    void this.database.end();
    this.database = poolOf(ownerUrl);
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await this.redis.kill();
    await this.database.end();
    await this.databaseWire.close();
    await this.proxy.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

function poolOf(ownerUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  // Tests break connections on purpose; an error event without a listener would end the process.
  pool.on('error', () => undefined);
  return pool;
}
