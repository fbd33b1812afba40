import type { FeedClient } from '../clients/feed-client.js';
import type { Cluster } from '../cluster/cluster.js';
import type { OwnPostgres } from '../cluster/postgres.js';
import type { TcpProxy } from '../../../support/tcp-proxy.js';
import type { Prng } from './prng.js';
import type { Scene } from './scene.js';

/** A fault that lasts for a while, and the bound for alarms meanwhile. */
export interface Fault {
  name: string;
  boundMs: number;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

/** The parts that a fault may break. */
export interface Stage {
  cluster: Cluster;
  postgres: OwnPostgres;
  scene: Scene;
  prng: Prng;
  /** Clients whose own connection a fault may cut. */
  wired: { client: FeedClient; wire: TcpProxy }[];
  /** Lets work continue in the background; the run waits for it at its end. */
  beside: (work: Promise<void>) => void;
  /** Adds a member with open tabs, whom a fault then removes. */
  guest: () => Promise<{ membershipId: string; clients: FeedClient[] }>;
}

export type Make = (stage: Stage) => Fault;

/** The contract's bounds for lost signals, a killed node, a silent node and a dead database. */
export const SIGNALS_LOST_MS = 1_200;
export const NODE_KILLED_MS = 3_000;
export const NODE_SILENT_MS = 15_000;
export const DATABASE_BACK_MS = 15_000;
