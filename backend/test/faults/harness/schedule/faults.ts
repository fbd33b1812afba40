import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../cluster/cluster.js';
import type { Prng } from './prng.js';
import type { FeedClient } from '../clients/feed-client.js';
import { dropListening } from '../cluster/listening.js';
import type { OwnPostgres } from '../cluster/postgres.js';
import type { Scene } from './scene.js';
import type { TcpProxy } from '../../../support/tcp-proxy.js';

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

/** The contract's bounds for lost signals, a killed node and a dead database. */
const SIGNALS_LOST_MS = 1_200;
const NODE_KILLED_MS = 3_000;
const DATABASE_BACK_MS = 15_000;
const BLACK_HOLE_MS = 20_000;

export const CALM: Fault = {
  name: 'none',
  boundMs: SIGNALS_LOST_MS,
  begin: () => undefined,
  end: () => undefined,
};

type Make = (stage: Stage) => Fault;

const killNode: Make = ({ cluster, prng }) => {
  const node = prng.pick(cluster.nodes);
  return {
    name: 'node killed and restarted',
    boundMs: NODE_KILLED_MS,
    begin: () => node.kill(),
    end: () => node.start(),
  };
};

const freezeRedis: Make = ({ cluster }) => ({
  name: 'Redis stopped and continued',
  boundMs: SIGNALS_LOST_MS,
  begin: () => cluster.redis.freeze(),
  end: () => cluster.redis.thaw(),
});

const restartDatabase: Make = ({ postgres }) => ({
  name: 'PostgreSQL crashed and restarted',
  boundMs: DATABASE_BACK_MS,
  begin: () => postgres.crash(),
  end: () => postgres.start(),
});

const dropListen: Make = ({ cluster }) => ({
  name: 'LISTEN dropped',
  boundMs: SIGNALS_LOST_MS,
  begin: () => dropListening(cluster),
  end: () => undefined,
});

/** Cuts clients off for longer than a half-open connection goes unnoticed, beside later faults. */
const cutClients: Make = ({ wired, prng, beside }) => {
  const clear = prng.shuffle(wired).filter(({ client }) => !client.isAway);
  const cut = clear.slice(0, 3);
  let fromMs = 0;
  const clearLater = async (): Promise<void> => {
    await pause(BLACK_HOLE_MS);
    for (const { client, wire } of cut) {
      wire.become('clear');
      client.record.away.pop();
      client.record.away.push({ fromMs, toMs: Date.now() });
    }
  };
  return {
    name: 'clients in a black hole',
    boundMs: SIGNALS_LOST_MS,
    begin: () => {
      fromMs = Date.now();
      for (const { client, wire } of cut) {
        wire.become('black-hole');
        client.record.away.push({ fromMs, toMs: Infinity });
      }
    },
    end: () => beside(clearLater()),
  };
};

/** Revokes a membership by SQL, so that no signal is sent. */
const revokeMember: Make = ({ cluster, scene, guest }) => ({
  name: 'member revoked',
  boundMs: SIGNALS_LOST_MS,
  begin: async () => {
    const { membershipId, clients } = await guest();
    await cluster.database.query(`update memberships set status = 'revoked' where id = $1`, [
      membershipId,
    ]);
    const lastSeq = await scene.head();
    for (const { record } of clients) record.lastSeq = lastSeq;
  },
  end: () => undefined,
});

export const FAULTS: Make[] = [
  killNode,
  freezeRedis,
  restartDatabase,
  dropListen,
  cutClients,
  revokeMember,
];
