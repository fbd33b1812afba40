import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../../support/wait-until.js';
import type { Cluster } from '../cluster/cluster.js';
import { DATABASE_BACK_MS, SIGNALS_LOST_MS, type Make } from './fault.js';

/** Longer than a press waits, so that some are refused and sent again. */
const HELD_MS = 3_500;
const REPLICATED_MS = 20_000;

const restart: Make = ({ postgres }) => ({
  name: 'PostgreSQL crashed and restarted',
  boundMs: DATABASE_BACK_MS,
  begin: () => postgres.crash(),
  end: () => postgres.start(),
});

/** Lets every stream begin a new epoch. Nothing is lost, so each press must be shown once. */
const restore: Make = ({ postgres }) => ({
  name: 'PostgreSQL recovered on a new timeline',
  boundMs: DATABASE_BACK_MS,
  begin: () => postgres.recover(),
  end: () => undefined,
});

const failOver: Make = ({ postgres, cluster }) => ({
  name: 'PostgreSQL failed over to a synchronous standby',
  boundMs: DATABASE_BACK_MS,
  begin: async () => {
    await postgres.follow();
    await replicateSynchronously(cluster);
    await postgres.failOver();
    cluster.moveTo(postgres);
  },
  end: () => undefined,
});

const readOnly: Make = ({ cluster }) => ({
  name: 'PostgreSQL read-only',
  boundMs: DATABASE_BACK_MS,
  begin: () => setReadOnly(cluster, 'on'),
  end: () => setReadOnly(cluster, 'off'),
});

/** Locks all streams for a while, as a transaction of a foreign program might. */
const holdRows: Make = ({ cluster, beside }) => ({
  name: 'streams locked',
  boundMs: SIGNALS_LOST_MS,
  begin: async () => {
    const holder = await cluster.database.connect();
    await holder.query('begin');
    await holder.query('select 1 from building_streams for update');
    const release = async (): Promise<void> => {
      await pause(HELD_MS);
      await holder.query('commit');
      holder.release();
    };
    beside(release());
  },
  end: () => undefined,
});

export const DATABASE_FAULTS: Make[] = [restart, restore, failOver, readOnly, holdRows];

/** Lets the primary wait for its standby before a commit is answered. */
export async function replicateSynchronously({ database }: Cluster): Promise<void> {
  await database.query(`alter system set synchronous_standby_names = 'standby'`);
  await database.query('select pg_reload_conf()');
  const sync = `select 1 from pg_stat_replication where sync_state = 'sync'`;
  await until('the standby is synchronous', REPLICATED_MS, async () => {
    return (await database.query(sync)).rowCount === 1;
  });
}

async function setReadOnly({ database }: Cluster, value: 'on' | 'off'): Promise<void> {
  await database.query(
    `begin read write; alter database resq set default_transaction_read_only = ${value}; commit`,
  );
  // A connection keeps the value with which it began.
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'resq%'`,
  );
}
