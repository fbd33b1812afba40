import type { Cluster } from './cluster.js';

/** The nodes' LISTEN connections, which have their own application name. */
const LISTENING = `select pid from pg_stat_activity
  where datname = current_database() and application_name = 'resq-listen'`;

export async function countListening({ database }: Cluster): Promise<number> {
  return (await database.query(LISTENING)).rowCount ?? 0;
}

/** Until they are back, a node finds an alarm through Redis and by polling. */
export async function dropListening({ database }: Cluster): Promise<void> {
  await database.query(`select pg_terminate_backend(pid) from (${LISTENING}) as listening`);
}
